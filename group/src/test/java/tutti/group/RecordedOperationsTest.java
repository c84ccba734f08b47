package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Blocks;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.SerializationException;

/** What Flight Recorder is told of operations, with each transport. */
class RecordedOperationsTest {
    private static final int BLOCK = 100;
    private static final List<String> MESSAGES = List.of("sendAsync", "receive");
    private static final List<String> COLLECTIVES = List.of(
            "barrier",
            "broadcast",
            "reduce",
            "allReduce",
            "scatter",
            "gather",
            "allGather",
            "allToAll",
            "broadcast of buffers",
            "reduce of buffers",
            "allReduce of buffers",
            "scatter of buffers",
            "gather of buffers",
            "allGather of buffers",
            "allToAll of buffers",
            "scatter of buffers by blocks",
            "gather of buffers by blocks",
            "allGather of buffers by blocks",
            "allToAll of buffers by blocks",
            "reduce of buffers by a program's operator",
            "allReduce of buffers by a program's operator");

    @TempDir
    private Path folder;

    /** Calls each once: a message round the ring, and all collectives with the last rank as their root. */
    private static Void callAll(ColMember self, ColGroup group, int rank) {
        int size = group.size();
        int root = size - 1;
        ReductionObject<DirectBuffer> own = (left, right) -> left;
        self.sendAsync(group, new int[BLOCK], (rank + 1) % size);
        self.receive(group, Math.floorMod(rank - 1, size));
        self.barrier(group);
        self.broadcast(group, new int[BLOCK], root);
        self.reduce(group, 1, Reductions.<Integer>sum(), root);
        self.allReduce(group, 1, Reductions.<Integer>sum());
        self.scatter(group, PerRank.of(Collections.nCopies(size, "part")), root);
        self.gather(group, PerRank.empty(), "part", root);
        self.allGather(group, PerRank.empty(), "part");
        self.allToAll(group, PerRank.of(Collections.nCopies(size, "part")), PerRank.empty());
        self.broadcast(group, ints(1), root);
        self.reduce(group, ints(1), ints(1), Reductions.sum(), root);
        self.allReduce(group, ints(1), ints(1), Reductions.sum());
        self.scatter(group, ints(size), ints(1), root);
        self.gather(group, ints(1), ints(size), root);
        self.allGather(group, ints(1), ints(size));
        self.allToAll(group, ints(size), ints(size));
        self.scatter(group, ints(size), blocks(size), ints(1), root);
        self.gather(group, ints(1), ints(size), blocks(size), root);
        self.allGather(group, ints(1), ints(size), blocks(size));
        self.allToAll(group, ints(size), blocks(size), ints(size), blocks(size));
        self.reduce(group, ints(1), ints(1), own, root);
        self.allReduce(group, ints(1), ints(1), own);
        return null;
    }

    private static DirectBuffer ints(int blocks) {
        return DirectBuffer.of(new int[blocks * BLOCK]);
    }

    private static Blocks blocks(int size) {
        return Blocks.of(IntStream.generate(() -> BLOCK).limit(size).toArray());
    }

    @ParameterizedTest(name = "{1} members in {0} processes, transport {2}")
    @CsvSource({
        "1,1,auto",
        "1,2,auto",
        "1,4,auto",
        "2,2,auto",
        "2,4,auto",
        "4,4,auto",
        "2,2,grpc",
        "2,4,grpc",
        "4,4,grpc"
    })
    void shouldTellOfEachOperation(int processes, int size, String transport) throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(processes, "--tutti-transport=" + transport)) {
                job.run(size, RecordedOperationsTest::callAll);
            }
        });

        for (int rank = 0; rank < size; rank++) {
            int current = rank;
            List<RecordedEvent> own = told.get(Recorded.OPERATION).stream()
                    .filter(event -> event.getInt("rank") == current)
                    .toList();
            assertThat(own)
                    .extracting(event -> event.getString("operation"))
                    .containsExactlyElementsOf(Stream.concat(MESSAGES.stream(), COLLECTIVES.stream())
                            .toList());
            own.forEach(event -> check(event, size, processes));
            assertThat(own.subList(MESSAGES.size(), own.size()))
                    .extracting(event -> event.getLong("call"))
                    .isEqualTo(LongStream.range(0, COLLECTIVES.size()).boxed().toList());
        }
        checkSums(told, size);
    }

    private static void check(RecordedEvent event, int size, int processes) {
        int rank = event.getInt("rank");
        String operation = event.getString("operation");
        assertThat(event.getString("group")).isEqualTo("group-1");
        assertThat(event.getInt("process")).isEqualTo(rank * processes / size);
        assertThat(event.getBoolean("failed")).isFalse();
        assertThat(event.getInt("standsFor")).isEqualTo(1);
        // two clocks
        assertThat(event.getDuration("waited").minusNanos(100_000))
                .isLessThanOrEqualTo(event.getDuration().multipliedBy(101).dividedBy(100));
        assertThat(event.getDuration("awaitedFor")).isLessThanOrEqualTo(event.getDuration("waited"));
        int awaited = event.getInt("awaited");
        assertThat(awaited).isBetween(-3, size - 1);
        assertThat(awaited == -3).isEqualTo(event.getDuration("waited").isZero());
        if (operation.equals("sendAsync")) {
            assertThat(event.getInt("root")).isEqualTo((rank + 1) % size);
            assertThat(event.getLong("bytes")).isGreaterThanOrEqualTo(BLOCK * Integer.BYTES);
        } else if (operation.equals("receive")) {
            assertThat(event.getInt("root")).isEqualTo(Math.floorMod(rank - 1, size));
            assertThat(event.getLong("bytes")).isGreaterThanOrEqualTo(BLOCK * Integer.BYTES);
        } else {
            boolean hasRoot =
                    Stream.of("broadcast", "reduce", "scatter", "gather").anyMatch(operation::startsWith);
            assertThat(event.getInt("root")).as(operation).isEqualTo(hasRoot ? size - 1 : -1);
            assertThat(event.getInt("messages")).as(operation).isLessThanOrEqualTo(size == 1 ? 0 : 3 * size);
            if (processes == size && size > 1) {
                assertThat(event.getString("algorithm")).as(operation).isNotEmpty();
            }
        }
    }

    /** What the operations say they have sent is what members say of each other, and what the totals say. */
    private static void checkSums(Map<String, List<RecordedEvent>> told, int size) {
        List<RecordedEvent> operations = told.get(Recorded.OPERATION);
        for (int rank = 0; rank < size; rank++) {
            int current = rank;
            assertThat(told.getOrDefault(Recorded.TRAFFIC, List.of()).stream()
                            .filter(event -> event.getInt("rank") == current)
                            .mapToLong(event -> event.getLong("bytes"))
                            .sum())
                    .isEqualTo(operations.stream()
                            .filter(event -> event.getInt("rank") == current)
                            .filter(event -> !event.getString("operation").equals("receive"))
                            .mapToLong(event -> event.getLong("bytes"))
                            .sum());
        }
        List<String> counted = new ArrayList<>();
        for (RecordedEvent totals : told.get(Recorded.TOTALS)) {
            assertThat(totals.getLong("calls")).isEqualTo(1);
            assertThat(totals.getLong("failures")).isZero();
            assertThat(totals.getDuration("waited")).isLessThanOrEqualTo(totals.getDuration("time"));
            counted.add(totals.getInt("rank") + totals.getString("operation") + totals.getLong("bytes"));
        }
        assertThat(counted)
                .containsExactlyInAnyOrderElementsOf(operations.stream()
                        .map(event -> event.getInt("rank") + event.getString("operation") + event.getLong("bytes"))
                        .toList());
        assertThat(told.get(Recorded.MEMBER))
                .extracting(event -> event.getInt("rank"))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, size).boxed().toList());
    }

    /** The formulas of docs/algorithms.md, which AlgorithmCostsTest checks; an int array of n bytes is n and 9 more. */
    @Test
    void shouldCountTheMessagesThatAlgorithmsCost() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(4, "--tutti-transport=grpc")) {
                job.run(4, RecordedOperationsTest::callAll);
            }
        });

        int array = BLOCK * Integer.BYTES + 9;
        assertThat(sent(told, "broadcast")).containsExactly(3L, 3L * array);
        assertThat(sent(told, "broadcast of buffers")).containsExactly(3L, 3L * array);
        assertThat(sent(told, "allToAll of buffers by blocks")).containsExactly(12L, 12L * array);
        assertThat(sent(told, "allGather of buffers by blocks")).containsExactly(12L, 12L * array);
        assertThat(sent(told, "gather of buffers by blocks")).containsExactly(3L, 3L * array);
        assertThat(sent(told, "reduce of buffers by a program's operator")).containsExactly(3L, 3L * array);
        assertThat(sent(told, "allGather").getFirst()).isEqualTo(8);
        assertThat(sent(told, "scatter").getFirst()).isEqualTo(3);
        assertThat(sent(told, "sendAsync")).containsExactly(4L, 4L * array);
        assertThat(sent(told, "receive")).containsExactly(4L, 4L * array);
    }

    private static List<Long> sent(Map<String, List<RecordedEvent>> told, String operation) {
        List<RecordedEvent> totals = told.get(Recorded.TOTALS).stream()
                .filter(event -> event.getString("operation").equals(operation))
                .toList();
        return List.of(
                totals.stream().mapToLong(event -> event.getLong("messages")).sum(),
                totals.stream().mapToLong(event -> event.getLong("bytes")).sum());
    }

    @Test
    void shouldTellWhoWasAwaited() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(1)) {
                job.run(2, (self, group, rank) -> {
                    if (rank == 1) {
                        awaitParked("tutti-" + group.name() + "-0");
                        self.sendSync(group, "late", 0);
                    } else {
                        self.receive(group, 1);
                    }
                    return null;
                });
            }
        });

        RecordedEvent receive = told.get(Recorded.OPERATION).stream()
                .filter(event -> event.getString("operation").equals("receive"))
                .findFirst()
                .orElseThrow();
        assertThat(receive.getInt("awaited")).isEqualTo(1);
        assertThat(receive.getDuration("waited")).isPositive();
    }

    /** Waits until a thread waits for something. */
    static void awaitParked(String thread) {
        LoadClock.await()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(each -> each.getName().equals(thread)
                                && (each.getState() == Thread.State.WAITING
                                        || each.getState() == Thread.State.TIMED_WAITING)));
    }

    @Test
    void shouldTellOfFailures() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, Recorded.ALL, () -> {
            try (TestJob job = TestJob.of(1)) {
                job.run(1, (self, group, rank) -> {
                    assertThatThrownBy(() -> self.sendAsync(group, new Object(), 0))
                            .isInstanceOf(SerializationException.class);
                    return null;
                });
                List<TestMember<Void>> members = job.start("broken", 2, (self, group, rank) -> {
                    if (rank == 1) {
                        self.done();
                        return null;
                    }
                    assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
                    return null;
                });
                TestJob.outcome(members);
            }
        });

        assertThat(told.get(Recorded.OPERATION))
                .allMatch(event -> event.getBoolean("failed"))
                .extracting(event -> event.getString("operation"))
                .containsExactlyInAnyOrder("sendAsync", "barrier");
        assertThat(told.get(Recorded.TOTALS))
                .extracting(event -> event.getLong("failures"))
                .containsExactly(1L, 1L);
    }

    @Test
    void shouldTellNothingUnlessAsked() throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, List.of("jdk.JVMInformation"), () -> {
            try (TestJob job = TestJob.of(2)) {
                job.run(2, RecordedOperationsTest::callAll);
            }
        });

        assertThat(told).isEmpty();
    }

    @Test
    void shouldMakeNothingUnlessAsked() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (TestJob job = TestJob.of(1)) {
            long bytes = job.<Long>run(1, (self, group, rank) -> {
                        self.barrier(group);
                        Endpoint endpoint = self.communicator(group).endpoint();
                        long before = threads.getCurrentThreadAllocatedBytes();
                        for (int i = 0; i < 100_000; i++) {
                            assertPlain(endpoint.recorded() == endpoint);
                        }
                        return threads.getCurrentThreadAllocatedBytes() - before;
                    })
                    .getFirst();
            assertThat(bytes).isLessThan(100_000); // less than one for each
        }
    }

    private static void assertPlain(boolean isSame) {
        if (!isSame) {
            throw new AssertionError("a record was made");
        }
    }
}
