package tutti.group;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** Runs members in groups of several sizes, over one process and several, for each root. */
abstract class EachSizeAndRoot {
    static final List<Integer> SIZES = List.of(1, 2, 3, 4, 7, 8);

    @Parameter
    int processes;

    TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes);
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    /** What a member does in a group of some size. */
    interface Work {
        void run(ColMember self, ColGroup group, int rank, int size) throws Exception;
    }

    /** What a member does in a group of some size, for each root. */
    interface RootedWork {
        void run(ColMember self, ColGroup group, int rank, int root) throws Exception;
    }

    /** Returns sizes of groups: between processes some that other numbers of processes do not have, nightly all. */
    private List<Integer> sizes() {
        if (Boolean.getBoolean("tutti.test.all")) {
            return SIZES;
        }
        return switch (processes) {
            case 1 -> SIZES;
            case 2 -> List.of(1, 3, 8);
            default -> List.of(2, 4, 7);
        };
    }

    final void forEachSize(Work work) {
        for (int size : sizes()) {
            job.run(size, (self, group, rank) -> {
                work.run(self, group, rank, size);
                return null;
            });
        }
    }

    final void forEachSizeAndRoot(RootedWork work) {
        forEachSize((self, group, rank, size) -> {
            for (int root = 0; root < size; root++) {
                work.run(self, group, rank, root);
            }
        });
    }

    static List<String> names(int size, String suffix) {
        return IntStream.range(0, size).mapToObj(rank -> rank + suffix).toList();
    }

    static long[] large(int seed) {
        long[] array = new long[70_000];
        Arrays.setAll(array, i -> (long) i * i + seed);
        return array;
    }
}
