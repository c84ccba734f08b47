package tutti.examples.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/**
 * One member of the benchmark of the paper's Figure 8: rank 0 scatters matrices over groups of several sizes, and
 * gathers them.
 */
final class MatrixBenchmark extends ColMember {
    private final List<ColGroup> groups; // those that this process has members in, the smallest first
    private final List<Sample<?>> samples;
    private final int repetitions;
    private final int jvms;
    private final List<Row> rows = new ArrayList<>();
    private @Nullable Matrix last;

    /**
     * Makes a member.
     *
     * @param groups filled before the member is started
     * @param samples made in every process: only their number counts, except at rank 0
     */
    MatrixBenchmark(List<ColGroup> groups, List<Sample<?>> samples, int repetitions, int jvms) {
        this.groups = groups;
        this.samples = samples;
        this.repetitions = repetitions;
        this.jvms = jvms;
    }

    @Override
    public void run() {
        int rank = group().rank(this);
        for (ColGroup group : groups) {
            if (rank < group.size()) {
                samples.forEach(sample -> measure(group, sample));
            }
        }
        barrier(group()); // those that are in no smaller group wait meanwhile
    }

    private <T extends Matrix & DividableDataObject<T>> void measure(ColGroup group, Sample<T> sample) {
        boolean root = group.rank(this) == 0;
        long[] scatter = new long[repetitions];
        long[] gather = new long[repetitions];
        T gathered = null;
        for (int i = -repetitions / 2; i < repetitions; i++) { // the first ones are not counted
            barrier(group);
            long start = System.nanoTime();
            T part = scatter(group, root ? sample.matrix() : null, 0);
            long scattered = System.nanoTime();
            barrier(group);
            long again = System.nanoTime();
            gathered = gather(group, root ? sample.empty().get() : null, part, 0);
            long end = System.nanoTime();
            if (i >= 0) {
                scatter[i] = scattered - start;
                gather[i] = end - again;
            }
        }
        scatter = allReduce(group, scatter, Reductions.max());
        gather = allReduce(group, gather, Reductions.max());
        if (root) {
            check(sample.matrix(), Objects.requireNonNull(gathered));
            int used = jvmsOf(group);
            rows.add(Row.of(sample.name(), "scatter", group.size(), used, sample.matrix(), scatter));
            rows.add(Row.of(sample.name(), "gather", group.size(), used, sample.matrix(), gather));
            last = gathered;
        }
    }

    /** Returns how many JVMs the members of a group live in; they are the first ones of all. */
    private int jvmsOf(ColGroup group) {
        Partition members = new Partition(group().size(), jvms);
        return (int) IntStream.range(0, jvms)
                .filter(jvm -> members.offset(jvm) < group.size())
                .count();
    }

    private static void check(Matrix sent, Matrix gathered) {
        for (int i = 0; i < sent.rows(); i++) {
            for (int j = 0; j < sent.columns(); j++) {
                if (sent.get(i, j) != gathered.get(i, j)) {
                    throw new IllegalStateException("wrong data: row=%d column=%d sent=%s gathered=%s"
                            .formatted(i, j, sent.get(i, j), gathered.get(i, j)));
                }
            }
        }
    }

    /** Returns what rank 0 measured; nothing at the others. */
    List<Row> rows() {
        return rows;
    }

    /** Returns what rank 0 gathered last; null at the others. */
    @Nullable
    Matrix last() {
        return last;
    }
}
