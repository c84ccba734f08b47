package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.LoadClock;
import tutti.messaging.WaitingThreads;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/** Where messages wait: at the window, for a receiver, for a sender; and what is refused. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2})
class MessageWaitsTest {
    private static final int WINDOW_BYTES = 64 * 1024;

    @Parameter
    int processes;

    private TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes, "--tutti-window-bytes=" + WINDOW_BYTES);
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    @Test
    void shouldReturnFromSendSyncOnlyAfterReceive() {
        AtomicInteger sent = new AtomicInteger();
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                self.sendAsync(group, "first", 1);
                self.sendSync(group, "second", 1);
                sent.set(1);
                self.sendSync(group, "third", 1);
                sent.set(2);
            } else {
                assertThat(self.<String>receive(group, 0)).isEqualTo("first");
                LoadClock.await().during(Duration.ofMillis(50)).until(() -> sent.get() == 0);
                assertThat(self.<String>receive(group, 0)).isEqualTo("second");
                LoadClock.await().until(() -> sent.get() == 1);
                assertThat(self.<String>receive(group, 0)).isEqualTo("third");
                LoadClock.await().until(() -> sent.get() == 2);
            }
            return null;
        });
    }

    @Test
    void shouldExchangeMoreThanTheWindow() {
        job.run(2, (self, group, rank) -> {
            for (int i = 0; i < 3; i++) {
                byte[] theirs = self.rendezvous(group, new byte[10 * WINDOW_BYTES], 1 - rank);
                assertThat(theirs).hasSize(10 * WINDOW_BYTES);
            }
            return null;
        });
    }

    @Test
    void shouldNameRankOutOfRange() {
        TestMember<Void> a = TestMember.idle();
        TestMember<Void> b = TestMember.idle();
        ColGroup group = job.activate("g", List.of(a, b)).getFirst();
        for (int rank : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertOutOfRange("destination", rank, () -> a.sendSync(group, "", rank));
            assertOutOfRange("destination", rank, () -> a.sendAsync(group, "", rank));
            assertOutOfRange("source", rank, () -> a.receive(group, rank));
            assertOutOfRange("destination", rank, () -> a.rendezvous(group, "", rank));
            assertOutOfRange("destination", rank, () -> a.sendReceive(group, "", rank, group, 0));
            assertOutOfRange("source", rank, () -> a.sendReceive(group, "", 0, group, rank));
            assertOutOfRange("root", rank, () -> a.broadcast(group, "", rank));
            assertOutOfRange("root", rank, () -> a.reduce(group, 1, Integer::sum, rank));
            assertOutOfRange("root", rank, () -> a.gather(group, "", rank));
        }
        a.done();
        b.done();
    }

    private static void assertOutOfRange(String role, int rank, ThrowingCallable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessageContainingAll(role + "=" + rank, "[0, 2)", "group=g");
    }

    @Test
    void shouldSendNothingWhenReceiveIsImpossible() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                assertThatIllegalArgumentException().isThrownBy(() -> self.sendReceive(group, "unwanted", 1, group, 2));
                self.sendAsync(group, "wanted", 1);
            } else {
                assertThat(self.<String>receive(group, 0)).isEqualTo("wanted");
            }
            return null;
        });
    }

    @Test
    void shouldEndAWaitAtTheWindowWithABufferWithoutElements() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                self.sendAsync(group, new byte[2 * WINDOW_BYTES], 1);
                assertThatThrownBy(() ->
                                self.sendAsync(group.within(Duration.ofMillis(50)), DirectBuffer.of(new int[0]), 1))
                        .isInstanceOf(DeadlineExceededException.class);
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> self.sendAsync(group, DirectBuffer.of(new long[0]), 1))
                        .isInstanceOf(OperationInterruptedException.class);
                Thread.interrupted(); // may have stayed
            }
            self.barrier(group);
            if (rank == 1) {
                assertThat(self.<byte[]>receive(group, 0)).hasSize(2 * WINDOW_BYTES);
                assertThat(self.<int[]>receive(group, 0)).isEmpty();
                assertThat(self.<long[]>receive(group, 0)).isEmpty();
            }
            return null;
        });
    }

    @Test
    void shouldWaitAtTheWindowAndGoOnWhenTheReceiverTakes() {
        AtomicInteger sent = new AtomicInteger();
        int count = 100;
        byte[] value = new byte[WINDOW_BYTES / 8];
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                for (int i = 0; i < count; i++) {
                    value[0] = (byte) i;
                    self.sendAsync(group, value, 1);
                    sent.incrementAndGet();
                }
            } else {
                LoadClock.await().until(() -> sent.get() == 8);
                LoadClock.await().during(Duration.ofMillis(50)).until(() -> sent.get() == 8);
                for (int i = 0; i < count; i++) {
                    assertThat(self.<byte[]>receive(group, 0)[0]).isEqualTo((byte) i);
                }
            }
            return null;
        });
    }

    @Test
    void shouldEndWaitsWhenInterrupted() {
        TestMember<Void> a = TestMember.idle();
        TestMember<Void> b = TestMember.idle();
        List<ColGroup> active = job.activate("g", List.of(a, b));
        ColGroup group = active.get(0);

        assertInterruptible(() -> a.receive(group, 1), "rank=0", "rank=1");
        assertInterruptible(() -> a.sendSync(group, "", 1), "rank=0", "rank=1");
        assertInterruptible(() -> a.barrier(group), "rank=0");
        assertInterruptible(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        a.sendAsync(group, new byte[WINDOW_BYTES], 1);
                    }
                },
                "room",
                "rank=1");
        assertInterruptible(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        a.sendAsync(group, new byte[WINDOW_BYTES], 0);
                    }
                },
                "room",
                "rank=0");
        a.done();
        b.done();
    }

    private static void assertInterruptible(ThrowingCallable call, String... parts) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                call.call();
                thrown.complete(null);
            } catch (Throwable e) {
                thrown.complete(e);
            }
        });
        LoadClock.await().until(() -> WaitingThreads.isWaiting(thread));
        thread.interrupt();
        assertThat(TestJob.get(thrown))
                .isInstanceOf(OperationInterruptedException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void shouldNameClassThatIsNotSerializableAndGoOn() {
        job.run(2, (self, group, rank) -> {
            if (rank == 0) {
                assertThatThrownBy(() -> self.sendAsync(group, List.of(new Object()), 1))
                        .isInstanceOf(SerializationException.class)
                        .hasMessageContaining("java.lang.Object");
                self.sendAsync(group, "good", 1);
            } else {
                assertThat(self.<String>receive(group, 0)).isEqualTo("good");
            }
            return null;
        });
    }
}
