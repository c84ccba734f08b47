package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.SerializationException;

/** A message that fails fails in the member whose part it was; messages before and after it arrive, in order. */
class FailedMessagesTest extends EachDevice {
    private static final int TAG = 7;

    /** Values of which {@link #shouldNotSendWhatCannotBeSerialized} sends none. */
    private static final List<Object> UNSENDABLE = List.of(
            new NotSerializable(),
            new FailingWriter(false),
            new FailingWriter(true),
            List.of(1, new NotSerializable()));

    /** Has no serial form. */
    private static final class NotSerializable {}

    /** Fails when it is written, by an unchecked exception or another. */
    private static final class FailingWriter implements Serializable {
        private static final long serialVersionUID = 1;

        private final boolean unchecked;

        FailingWriter(boolean unchecked) {
            this.unchecked = unchecked;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (unchecked) {
                throw new IllegalStateException("trouble while writing");
            }
            throw new IOException("trouble while writing");
        }
    }

    /** Fails when it is read. */
    private static final class FailingReader implements Serializable {
        private static final long serialVersionUID = 1;

        private final int[] data = new int[1000];

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            throw new InvalidObjectException("trouble while reading " + data.length);
        }
    }

    private static void fails(ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfAny(SerializationException.class, IllegalStateException.class)
                .satisfies(e -> assertThat(messages(e)).containsAnyOf("trouble while", "NotSerializable"));
    }

    private static String messages(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            text.append(e).append('\n');
        }
        return text.toString();
    }

    private static DirectBuffer ints(Arena arena, int length) {
        return DirectBuffer.of(arena.allocate(ValueLayout.JAVA_INT, length), ElementType.INT);
    }

    @Test
    void shouldGoOnAfterMemoryIsClosed() {
        forEachSize(world -> {
            for (int length : new int[] {3, 5_000, 500_000}) {
                goOnAfterMemoryIsClosed(world, length);
            }
        });
    }

    private static void goOnAfterMemoryIsClosed(Communicator world, int length) {
        int right = (world.rank() + 1) % world.size();
        int left = Math.floorMod(world.rank() - 1, world.size());
        Arena arena = Arena.ofShared();
        DirectBuffer memory = ints(arena, length);
        Request<?> posted = world.nonBlocking().receive(memory, left);
        arena.close();
        world.barrier();
        for (ThrowingCallable wrong : List.<ThrowingCallable>of(
                () -> world.sendAsync(memory, right),
                () -> world.sendSync(memory, right),
                () -> world.nonBlocking().sendAsync(memory, right),
                () -> world.nonBlocking().sendSync(memory, right),
                () -> world.receive(memory, left),
                () -> world.nonBlocking().receive(memory, left))) {
            assertThatThrownBy(wrong)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("memory of a buffer is closed");
        }
        world.sendAsync(DirectBuffer.of(new int[length]), right);
        world.sendAsync("next", right);
        assertThatThrownBy(posted::await).satisfies(e -> assertThat(messages(e)).containsIgnoringCase("closed"));
        assertThat(world.<String>receive(left)).isEqualTo("next");
        world.barrier();
    }

    @Test
    void shouldEndAMessageWhoseMemoryIsClosedOnItsWay() {
        forEachSize(world -> {
            for (int length : new int[] {3, 5_000, 8_000_000}) {
                endMessageWhoseMemoryIsClosed(world, length);
            }
        });
    }

    private static void endMessageWhoseMemoryIsClosed(Communicator world, int length) {
        int right = (world.rank() + 1) % world.size();
        int left = Math.floorMod(world.rank() - 1, world.size());
        Arena arena = Arena.ofShared();
        Request<?> sending = world.nonBlocking().sendSync(ints(arena, length), right);
        closeWithin(arena, Duration.ofMillis(100));
        world.barrier();
        Throwable received = catchThrowable(() -> world.receive(DirectBuffer.of(new int[length]), left));
        Throwable sent = catchThrowable(sending::await);
        assertThat(sent)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        closed -> assertThat(messages(closed)).containsIgnoringCase("closed"));
        assertThat(received)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        cut -> assertThat(messages(cut)).containsAnyOf("cut off", "closed"));
        world.sendAsync("next", right);
        assertThat(world.<String>receive(left)).isEqualTo("next");
        assertThat(world.allReduce(1, Reductions.sum())).isEqualTo(world.size());
    }

    /** Closes memory as soon as nothing reads it, unless something does for long. */
    private static void closeWithin(Arena arena, Duration limit) {
        long from = System.nanoTime();
        while (arena.scope().isAlive() && System.nanoTime() - from < limit.toNanos()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** If another thread brings the message, the receive fails, and not that thread. */
    @Test
    void shouldGoOnAfterAReceiveIntoMemoryOfOneThread() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            try (Arena arena = Arena.ofConfined()) {
                Request<?> posted = world.nonBlocking().receive(ints(arena, 100_000), left);
                world.barrier();
                world.sendAsync(DirectBuffer.of(new int[100_000]), right);
                world.sendAsync("next", right);
                world.barrier();
                Throwable failure = catchThrowable(posted::await);
                if (failure != null) {
                    assertThat(messages(failure)).contains("WrongThreadException");
                }
                assertThat(world.<String>receive(left)).isEqualTo("next");
            }
        });
    }

    @Test
    void shouldNotSendWhatCannotBeSerialized() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            int number = 0;
            for (Object value : UNSENDABLE) {
                world.sendAsync(number, right);
                world.withTag(TAG).sendAsync(-number, right);
                fails(() -> world.sendAsync(value, right));
                fails(() -> world.sendSync(value, right));
                fails(() -> world.sendReceive(value, right, left));
                fails(() -> world.withTag(TAG).sendAsync(value, right));
                fails(() -> world.nonBlocking().sendAsync(value, right).await());
                fails(() -> world.nonBlocking().sendSync(value, right).await());
                world.sendAsync(number + 1, right);
                assertThat(world.<Integer>receive(left)).isEqualTo(number);
                assertThat(world.<Integer>receive(left)).isEqualTo(number + 1);
                assertThat(world.withTag(TAG).<Integer>receive(left)).isEqualTo(-number);
                number += 2;
            }
            assertThat(world.allReduce(1, Reductions.sum())).isEqualTo(world.size());
            assertThat(world.tryProbe(Communicator.ANY_SOURCE)).isEmpty();
        });
    }

    @Test
    void shouldTellTheMemberThatReadsOrCopies() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            int sent = 0; // within a process a value is copied by the sender, which fails there
            for (int turn = 0; turn < 3; turn++) {
                world.sendAsync("before", right);
                if (isSent(world, turn, right)) {
                    sent++;
                }
                world.sendAsync("after", right);
                assertThat(world.<String>receive(left)).isEqualTo("before");
                while (true) {
                    try {
                        assertThat(receive(world, turn, left)).isEqualTo("after");
                        break;
                    } catch (SerializationException e) {
                        assertThat(messages(e)).contains("trouble while reading 1000");
                    }
                }
            }
            assertThat(sent).isIn(0, 3);
            assertThat(world.allReduce(1, Reductions.sum())).isEqualTo(world.size());
        });
    }

    private static boolean isSent(Communicator world, int turn, int right) {
        try {
            switch (turn) {
                case 0 -> world.sendAsync(new FailingReader(), right);
                case 1 ->
                    world.nonBlocking().sendAsync(new FailingReader(), right).await();
                default -> {
                    var _ = world.nonBlocking().sendSync(new FailingReader(), right);
                }
            }
            return true;
        } catch (SerializationException e) {
            assertThat(messages(e)).contains("trouble while reading 1000");
            return false;
        }
    }

    private static Object receive(Communicator world, int turn, int left) {
        return switch (turn) {
            case 0 -> world.receive(left);
            case 1 -> world.nonBlocking().receive(left).await();
            default -> world.receiveWithStatus(left).value();
        };
    }

    /** A receiver that cannot read a value has received it: sendSync returns. */
    @Test
    void shouldEndTheSendWhoseValueCannotBeRead() {
        run(2, world -> {
            if (world.rank() == 0) {
                try {
                    world.sendSync(new FailingReader(), 1);
                    world.sendAsync("sent", 1);
                } catch (SerializationException e) {
                    assertThat(messages(e)).contains("trouble while reading");
                    world.sendAsync("not sent", 1);
                }
                return true;
            }
            String expected = "not sent";
            while (true) {
                try {
                    assertThat(world.<Object>receive(0)).isEqualTo(expected);
                    return true;
                } catch (SerializationException e) {
                    assertThat(messages(e)).contains("trouble while reading");
                    expected = "sent";
                }
            }
        });
    }

    @Test
    void shouldRefuseABufferThatDoesNotFit() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            double[] target = {7, 7, 7};
            DirectBuffer buffer = DirectBuffer.of(target);
            List<Object> wrong = List.of(
                    DirectBuffer.of(new double[4]),
                    new double[2],
                    new int[3],
                    "text",
                    DirectBuffer.of(new long[3]),
                    new double[100_000]);
            for (Object value : wrong) {
                for (int i = 0; i < 3; i++) {
                    world.sendAsync(value, right);
                }
                Request<?> sync = world.nonBlocking().sendSync(value, right);
                misfits(() -> world.receive(buffer, left), left);
                misfits(() -> world.nonBlocking().receive(buffer, left).await(), left);
                misfits(() -> world.sendReceive(DirectBuffer.of(new double[] {1, 2, 3}), right, buffer, left), left);
                misfits(() -> world.receive(buffer, left), left);
                sync.await();
                assertThat(target).containsExactly(7, 7, 7);
                world.receive(buffer, left);
                assertThat(target).containsExactly(1, 2, 3);
                Arrays.fill(target, 7);
            }
            world.barrier();
            assertThat(world.tryProbe(Communicator.ANY_SOURCE)).isEmpty();
        });
    }

    private static void misfits(ThrowingCallable action, int source) {
        assertThatThrownBy(action).isInstanceOf(BufferMismatchException.class).hasMessageContaining("rank=" + source);
    }

    /** The peer of a send that failed waits, as for any message: a deadline ends that, and names who is silent. */
    @Test
    void shouldEndTheWaitForAMessageThatFailed() {
        run(2, world -> {
            if (world.rank() == 0) {
                fails(() -> world.sendReceive(new NotSerializable(), 1, 1));
                world.receive(1); // once the other has given up
                world.sendAsync("next", 1);
            } else {
                assertThatThrownBy(() -> world.within(Duration.ofMillis(50)).receive(0))
                        .isInstanceOfSatisfying(
                                DeadlineExceededException.class,
                                e -> assertThat(e.silentRanks()).containsExactly(0));
                world.sendAsync("mine", 0);
                assertThat(world.<String>receive(0)).isEqualTo("next");
            }
            return true;
        });
    }
}
