package tutti.group.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.messaging.LoadClock;
import tutti.messaging.Processes;

/** The figures 1, 2, 5 and 7 of the paper compile and run. */
class PaperFiguresTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldRunAspAsThePaperStartsIt(int processes) {
        List<Asp> members = startAtOnce(processes);

        LoadClock.await().until(() -> members.stream().allMatch(member -> ((FinishingAsp) member).finished.isDone()));

        int[][] expected = floyd(MainAsp.N);
        for (Asp member : members) {
            for (int i : member.ownRows()) {
                assertThat(member.tab[i]).isEqualTo(expected[i]);
            }
        }
        assertThat(members.stream().mapToInt(member -> member.ownRows().length).sum())
                .isEqualTo(MainAsp.N);
    }

    /** Each process in its own JVM would be {@code java MainAsp}; here they share one. */
    private static List<Asp> startAtOnce(int processes) {
        int port = Processes.freePort();
        List<CompletableFuture<Asp>> started = IntStream.range(0, processes)
                .mapToObj(process -> CompletableFuture.supplyAsync(
                        () -> new MainAsp() {
                            @Override
                            Asp newMember() {
                                return new FinishingAsp(N);
                            }
                        }.start(arguments(process, processes, port)),
                        task -> Thread.ofPlatform().daemon().start(task)))
                .toList();
        return started.stream().map(CompletableFuture::join).toList();
    }

    private static String[] arguments(int process, int processes, int port) {
        return processes == 1
                ? new String[] {"--tutti-members=1"}
                : new String[] {
                    "--tutti-size=" + processes, "--tutti-rank=" + process, "--tutti-master=localhost:" + port
                };
    }

    private static final class FinishingAsp extends Asp {
        final CompletableFuture<Void> finished = new CompletableFuture<>();

        FinishingAsp(int n) {
            super(n);
        }

        @Override
        public void run() {
            super.run();
            finished.complete(null);
        }
    }

    private static int[][] floyd(int n) {
        int[][] tab = IntStream.range(0, n).mapToObj(i -> Asp.row(i, n)).toArray(int[][]::new);
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    tab[i][j] = Math.min(tab[i][j], tab[i][k] + tab[k][j]);
                }
            }
        }
        return tab;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void shouldGatherDenseMatrix(int size) {
        int n = 10;
        List<DenseMatrix> results = run(size, (self, group) -> {
            DenseMatrix mine = new DenseMatrix(n, 0, n).elementAt(group.rank(self), group.size());
            for (int i = 0; i < mine.size(); i++) {
                for (int j = 0; j < n; j++) {
                    mine.row[i][j] = (mine.offset + i) * 100 + j;
                }
            }
            int root = group.size() - 1;
            DenseMatrix result = group.rank(self) == root ? new DenseMatrix(n, 0, n) : null;
            return self.gather(group, result, mine, root);
        });

        assertThat(results.subList(0, size - 1)).allMatch(Objects::isNull);
        DenseMatrix whole = results.getLast();
        for (int i = 0; i < n; i++) {
            int row = i;
            assertThat(whole.row[i])
                    .isEqualTo(IntStream.range(0, n)
                            .mapToDouble(j -> row * 100 + j)
                            .toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void shouldScatterSparseMatrix(int size) {
        SparseMatrix.Row[] rows = IntStream.range(0, 10)
                .mapToObj(i -> new SparseMatrix.Row(IntStream.range(0, 10)
                        .mapToDouble(j -> (i + j) % 3 == 0 ? i * 10 + j : 0)
                        .toArray()))
                .toArray(SparseMatrix.Row[]::new);

        List<SparseMatrix> parts = run(size, (self, group) -> {
            SparseMatrix whole = group.rank(self) == 0 ? new SparseMatrix(rows) : null;
            return self.scatter(group, whole, 0);
        });

        List<Integer> sizes = parts.stream().map(part -> part.rows.length).toList();
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
        assertThat(sizes).isSorted();
        List<SparseMatrix.Row> all =
                parts.stream().flatMap(part -> Stream.of(part.rows)).toList();
        for (int i = 0; i < 10; i++) {
            assertThat(all.get(i).dense(10)).isEqualTo(rows[i].dense(10));
        }
        if (size == 4) {
            assertThat(sizes).containsExactly(2, 2, 3, 3);
        }
    }

    private interface Work<R> {
        R run(ColMember self, ColGroup group);
    }

    /** Runs members in one process and returns their results by rank. */
    private static <R> List<R> run(int size, Work<R> work) {
        class Worker extends ColMember {
            R result;

            @Override
            public void run() {
                result = work.run(this, group());
            }
        }
        List<Worker> workers;
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + size)) {
            workers = master.start("matrix", Worker::new);
        }
        List<R> results = new ArrayList<>();
        workers.forEach(worker -> results.add(worker.result));
        return results;
    }
}
