package tutti.group;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs members that are plain threads in groups of several sizes: in one process, and in several over each device. */
@ParameterizedClass
@EnumSource
abstract class EachDevice {
    private static final List<Integer> ALL_SIZES = List.of(1, 2, 3, 4, 7, 8);

    @Parameter
    Placement placement;

    private TestJob job;
    private int groups;

    /** Where members live. */
    enum Placement {
        ONE_PROCESS(1, "auto"),
        TWO_BY_SHARED_MEMORY(2, "shared-memory"),
        TWO_BY_GRPC(2, "grpc"),
        THREE(3, "auto");

        private final int processes;
        private final String transport;

        Placement(int processes, String transport) {
            this.processes = processes;
            this.transport = transport;
        }

        /** Returns sizes of groups: each placement has some, nightly all. */
        List<Integer> sizes() {
            if (Boolean.getBoolean("tutti.test.all")) {
                return ALL_SIZES;
            }
            return switch (this) {
                case ONE_PROCESS -> List.of(1, 2, 4, 7);
                case TWO_BY_SHARED_MEMORY -> List.of(2, 7);
                case TWO_BY_GRPC -> List.of(3, 8);
                case THREE -> List.of(1, 4);
            };
        }
    }

    /** What a member does with its view of the group. */
    interface Part<R> {
        R run(Communicator world) throws Exception;
    }

    /** What a member does in one of several groups. */
    interface IndexedPart<R> {
        R run(int number, Communicator world);
    }

    /** The same, without a result. */
    interface Work {
        void run(Communicator world) throws Exception;
    }

    @BeforeEach
    void startJob() {
        job = TestJob.of(placement.processes, "--tutti-transport=" + placement.transport);
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    /** Runs so many plain threads in a new group, spread evenly, and returns what each returned, by rank. */
    final <R> List<R> run(int size, Part<R> part) {
        return run(job, "group-" + ++groups, size, part);
    }

    /** Does something in each of several new groups of the same size, in all at the same time; all by the number. */
    final <R> List<R> runAtOnce(int count, int size, IndexedPart<R> part) {
        int first = groups;
        groups += count;
        return TestJob.eachAtOnce(count * size, index -> {
            int number = index / size;
            Communicator world = job.masterOf(index % size, size).communicator("group-" + (first + 1 + number), size);
            try {
                return part.run(number, world);
            } finally {
                world.done();
            }
        });
    }

    /** Runs threads in a new group of a job as {@link #run(int, Part)} does. */
    static <R> List<R> run(TestJob job, String name, int size, Part<R> part) {
        record Ranked<R>(int rank, R result) {}
        List<Ranked<R>> results = new ArrayList<>(TestJob.eachAtOnce(size, index -> {
            Communicator world = job.masterOf(index, size).communicator(name, size);
            try {
                return new Ranked<>(world.rank(), part.run(world));
            } catch (RuntimeException | Error e) {
                world.fail(e);
                throw e;
            } catch (Exception e) {
                world.fail(e);
                throw new IllegalStateException(e);
            } finally {
                world.done();
            }
        }));
        results.sort(java.util.Comparator.comparingInt(Ranked::rank));
        return results.stream().map(Ranked::result).toList();
    }

    final List<Integer> sizes() {
        return placement.sizes();
    }

    /** Runs groups of several sizes. */
    final void forEachSize(Work work) {
        for (int size : sizes()) {
            run(size, world -> {
                work.run(world);
                return true;
            });
        }
    }
}
