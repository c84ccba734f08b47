package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.SerializationException;

/** What Flight Recorder is told of operations that were started. */
class RecordedRequestsTest {
    private static final int PAIR = 2;
    private static final int TAG = 7;
    private static final int INTS = 20_000;

    @TempDir
    private Path folder;

    private static int other(Communicator world) {
        return 1 - world.rank();
    }

    private static Void exchange(Communicator world) {
        DirectBuffer here = DirectBuffer.of(new int[INTS]);
        Request<?> receive = world.nonBlocking().receive(here, other(world));
        Request<?> send = world.nonBlocking().sendSync(new int[INTS], other(world));
        Request.awaitAll(List.of(receive, send));
        List<PersistentRequest<?>> prepared = List.of(
                world.persistent().receive(other(world)),
                world.persistent().sendAsync(DirectBuffer.of(new int[INTS]), other(world)));
        PersistentRequest.startAll(prepared);
        PersistentRequest.awaitAll(prepared);
        return null;
    }

    @ParameterizedTest(name = "{0} processes, transport {1}")
    @CsvSource({"1,auto", "2,auto", "2,grpc"})
    void shouldTellOfStartedAndPreparedMessages(int processes, String transport) throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(processes, "--tutti-transport=" + transport)) {
                job.run(
                        PAIR,
                        (self, group, rank) -> exchange(self.communicator(group).withTag(TAG)));
            }
        });

        for (int rank = 0; rank < PAIR; rank++) {
            List<RecordedEvent> own = of(told.get(Recorded.OPERATION), rank);
            assertThat(own)
                    .extracting(event -> event.getString("operation"))
                    .containsExactly("receive", "sendSync", "receive", "sendAsync");
            assertThat(own)
                    .allMatch(event -> event.getBoolean("started") && !event.getBoolean("failed"))
                    .allMatch(event -> event.getInt("tag") == TAG && event.getInt("root") != event.getInt("rank"))
                    .allMatch(event -> event.getLong("bytes") >= INTS * Integer.BYTES)
                    .allMatch(event -> event.getInt("messages")
                            == (event.getString("operation").equals("receive") ? 0 : 1));
            List<RecordedEvent> totals = of(told.get(Recorded.TOTALS), rank);
            assertThat(totals)
                    .hasSize(3)
                    .allMatch(event -> event.getBoolean("started"))
                    .allMatch(event -> event.getDuration("waited").compareTo(event.getDuration("time")) <= 0);
            assertThat(sum(totals, "messages")).isEqualTo(4);
            assertThat(sum(totals, "bytes")).isEqualTo(sum(own, "bytes"));
            assertThat(sum(of(told.get(Recorded.TRAFFIC), rank), "bytes"))
                    .isEqualTo(own.stream()
                            .filter(event -> event.getInt("messages") > 0)
                            .mapToLong(event -> event.getLong("bytes"))
                            .sum());
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, int rank) {
        return events.stream().filter(event -> event.getInt("rank") == rank).toList();
    }

    private static long sum(List<RecordedEvent> events, String field) {
        return events.stream().mapToLong(event -> event.getLong(field)).sum();
    }

    @Test
    void shouldLastFromTheStartToTheEndWhateverTheMemberDoes() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(1)) {
                job.run(PAIR, (self, group, rank) -> {
                    Communicator world = self.communicator(group);
                    if (rank == 0) {
                        Request<?> request = world.nonBlocking().receive(1);
                        world.barrier();
                        world.withTag(TAG).receive(1);
                        request.await();
                    } else {
                        world.barrier();
                        world.sendAsync("first", 0);
                        world.withTag(TAG).sendAsync("second", 0);
                    }
                    return null;
                });
            }
        });

        List<RecordedEvent> own = of(told.get(Recorded.OPERATION), 0);
        RecordedEvent request = started(own, "receive");
        RecordedEvent barrier = own.stream()
                .filter(event -> event.getString("operation").equals("barrier"))
                .findFirst()
                .orElseThrow();
        Instant begun = barrier.getStartTime();
        assertThat(request.getStartTime()).isBeforeOrEqualTo(begun);
        assertThat(request.getEndTime()).isAfterOrEqualTo(begun);
        assertThat(request.getDuration("waited")).isZero();
        assertThat(request.getInt("awaited")).isEqualTo(-3);
    }

    private static RecordedEvent started(List<RecordedEvent> events, String operation) {
        return events.stream()
                .filter(event -> event.getBoolean("started"))
                .filter(event -> event.getString("operation").equals(operation))
                .findFirst()
                .orElseThrow();
    }

    /** How a member waits for what it has started. */
    enum Wait {
        RECEIVE(world -> world.nonBlocking().receive(1).await()),
        PREPARED(world -> world.persistent().receive(1).run()),
        GET(world -> world.nonBlocking().receive(1).get(1, TimeUnit.HOURS)),
        ANY(world -> {
            var _ = Request.awaitAny(List.of(world.nonBlocking().receive(1)));
        }),
        COLLECTIVE(world -> world.nonBlocking().barrier().await());

        @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing
        private final Waiting waiting;

        Wait(Waiting waiting) {
            this.waiting = waiting;
        }

        private interface Waiting {
            void run(Communicator world) throws Exception;
        }
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void shouldTellHowLongTheMemberWaited(Wait wait) throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(1)) {
                job.run(PAIR, (self, group, rank) -> {
                    Communicator world = self.communicator(group);
                    if (rank == 0) {
                        wait.waiting.run(world);
                    } else {
                        RecordedOperationsTest.awaitParked("tutti-" + group.name() + "-0");
                        if (wait == Wait.COLLECTIVE) {
                            world.nonBlocking().barrier().await();
                        } else {
                            world.sendAsync("late", 0);
                        }
                    }
                    return null;
                });
            }
        });

        RecordedEvent request =
                started(of(told.get(Recorded.OPERATION), 0), wait == Wait.COLLECTIVE ? "barrier" : "receive");
        assertThat(request.getDuration("waited")).isPositive();
        assertThat(request.getInt("awaited")).isEqualTo(wait == Wait.COLLECTIVE ? -1 : 1); // or all of the process
    }

    @Test
    void shouldTellOfRequestsThatFail() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(1)) {
                TestJob.outcome(job.start("broken", PAIR, (self, group, rank) -> {
                    NonBlockingCommunicator starting = self.communicator(group).nonBlocking();
                    if (rank == 1) {
                        return null;
                    }
                    Request<?> cancelled = starting.receive(0);
                    assertThat(cancelled.cancel(false)).isTrue();
                    assertThatThrownBy(cancelled::await).isInstanceOf(CancellationException.class);
                    assertThatThrownBy(() -> starting.sendAsync(new Object(), 0))
                            .isInstanceOf(SerializationException.class);
                    assertThatThrownBy(() -> starting.receive(1).await()).isInstanceOf(MemberFailedException.class);
                    return null;
                }));
            }
        });

        assertThat(told.get(Recorded.OPERATION))
                .allMatch(event -> event.getBoolean("started") && event.getBoolean("failed"))
                .extracting(event -> event.getString("operation"))
                .containsExactly("receive", "sendAsync", "receive");
        assertThat(sum(told.get(Recorded.TOTALS), "failures")).isEqualTo(3);
    }
}
