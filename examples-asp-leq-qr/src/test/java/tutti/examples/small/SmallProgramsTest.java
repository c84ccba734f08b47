package tutti.examples.small;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static tutti.examples.small.BreadthFirst.UNREACHED;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Partition;
import tutti.examples.Programs;
import tutti.examples.small.SmallJob.Placement;
import tutti.examples.support.ProgramCommand;
import tutti.messaging.NightlySource;

/** The small programs compute what a sequential program does, over each device and with groups of several sizes. */
class SmallProgramsTest {
    private static final int MOST_LINES = 150;
    private static final int UPDATES = Boolean.getBoolean("tutti.test.all") ? 3000 : 1000;

    @ParameterizedTest
    @EnumSource
    void shouldSpreadHeat(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int cells : List.of(size, 8, 37)) { // also blocks of one cell
                    double[][] plate = new double[cells][cells];
                    for (Heat.Block block : job.run(size, world -> Heat.simulate(world, cells, 20))) {
                        for (int row = 1; row < block.height - 1; row++) {
                            for (int column = 1; column < block.width - 1; column++) {
                                plate[block.firstRow + row - 1][block.firstColumn + column - 1] = block.at(row, column);
                            }
                        }
                    }
                    assertThat(plate).as("size=%d cells=%d", size, cells).isDeepEqualTo(heat(cells, 20));
                }
            }
        }
    }

    private static double[][] heat(int cells, int steps) {
        double[][] now = new double[cells + 2][cells + 2];
        Arrays.fill(now[0], 100);
        for (int step = 0; step < steps; step++) {
            double[][] next = new double[cells + 2][cells + 2];
            Arrays.fill(next[0], 100);
            for (int row = 1; row <= cells; row++) {
                for (int column = 1; column <= cells; column++) {
                    next[row][column] =
                            (now[row - 1][column] + now[row + 1][column] + now[row][column - 1] + now[row][column + 1])
                                    / 4;
                }
            }
            now = next;
        }
        return Stream.of(now)
                .skip(1)
                .limit(cells)
                .map(row -> Arrays.copyOfRange(row, 1, cells + 1))
                .toArray(double[][]::new);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSort(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                assertSorts(job, size, rank -> new Random(rank).longs(1000).toArray());
                assertSorts(
                        job, size, rank -> new Random(rank).longs(100L * rank).toArray()); // rank 0 has none
                assertSorts(job, size, rank -> new Random(rank).longs(500, 0, 3).toArray()); // few different ones
                assertSorts(job, size, rank -> LongStream.range(-rank * 10L, 0).toArray());
                assertSorts(job, size, rank -> rank == 1 ? new long[] {Long.MAX_VALUE, Long.MIN_VALUE} : new long[0]);
                assertSorts(job, size, _ -> new long[0]);
            }
        }
    }

    private static void assertSorts(SmallJob job, int size, IntFunction<long[]> keys) {
        List<long[]> parts = job.run(size, world -> {
            long[] mine = keys.apply(world.rank());
            long[] sorted = SampleSort.sort(world, mine);
            assertThat(mine).as("not changed").isEqualTo(keys.apply(world.rank()));
            return sorted;
        });
        long[] expected = IntStream.range(0, size)
                .mapToObj(keys)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        assertThat(parts.stream().flatMapToLong(Arrays::stream).toArray())
                .as("size=%d", size)
                .isEqualTo(expected);
    }

    @Test
    void shouldSortInEvenParts() {
        try (SmallJob job = new SmallJob(Placement.ONE_PROCESS)) {
            List<long[]> parts = job.run(
                    8,
                    world -> SampleSort.sort(
                            world, new Random(world.rank()).longs(10_000).toArray()));

            assertThat(parts).allSatisfy(part -> assertThat(part.length).isLessThan(2 * 10_000)); // as the paper proves
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoEachTaskOnce(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int tasks : List.of(0, 1, size, 100)) {
                    List<List<TaskFarm.Result>> all =
                            job.run(size, world -> TaskFarm.farm(world, tasks, task -> (long) task * task));

                    List<Integer> workers = size == 1
                            ? List.of(0)
                            : IntStream.range(1, size).boxed().toList();
                    assertThat(all.stream().skip(1)).allMatch(List::isEmpty);
                    assertThat(all.getFirst())
                            .as("size=%d tasks=%d", size, tasks)
                            .hasSize(tasks)
                            .allSatisfy(result -> {
                                assertThat(result.value()).isEqualTo((long) result.task() * result.task());
                                assertThat(result.worker()).isIn(workers);
                            })
                            .extracting(TaskFarm.Result::task)
                            .isSorted()
                            .doesNotHaveDuplicates();
                }
            }
        }
    }

    @Test
    void shouldEndIfATaskFails() {
        assertThatExceptionOfType(RuntimeException.class) // the failed member's own, or what the others get
                .isThrownBy(() -> {
                    try (SmallJob job = new SmallJob(Placement.TWO_BY_GRPC)) {
                        job.run(4, world -> TaskFarm.farm(world, 100, task -> 1 / (50 - task)));
                    }
                })
                .withStackTraceContaining("/ by zero");
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeEachTaskOnce(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int tasks : List.of(0, 1, size, 100)) {
                    List<WorkQueue.Done> all =
                            job.run(size, world -> WorkQueue.work(world, tasks, task -> task * task));

                    assertThat(all.stream()
                                    .flatMapToInt(done -> done.tasks().stream())
                                    .sorted()
                                    .toArray())
                            .as("size=%d", size)
                            .isEqualTo(IntStream.range(0, tasks).toArray());
                    assertThat(all.stream().mapToLong(WorkQueue.Done::sum).sum())
                            .isEqualTo(LongStream.range(0, tasks)
                                    .map(task -> task * task)
                                    .sum());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldUndoRandomUpdates(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int elements : List.of(1, 37, 1000)) {
                    assertThat(job.run(size, world -> RandomUpdates.update(world, elements, UPDATES)))
                            .as("size=%d elements=%d", size, elements)
                            .hasSize(size)
                            .containsOnly(0L);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadWithOneMemberLessWhatAllHaveWritten(Placement placement, @TempDir Path folder) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int columns : List.of(1, size, 37)) { // also members without a column
                    Path path = folder.resolve("matrix-%d-%d".formatted(size, columns));
                    assertThat(job.run(size, world -> MatrixFile.writeAndRead(world, path, 50, columns)))
                            .as("size=%d columns=%d", size, columns)
                            .hasSize(size)
                            .containsOnly(0L);
                    assertThat(path).doesNotExist();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSearchBreadthFirst(Placement placement) {
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (int vertices : List.of(1, 5, 300)) {
                    for (int degree : List.of(0, 1, 3)) {
                        int[][] graph = graph(vertices, degree);
                        int start = vertices / 2;
                        List<int[]> parts =
                                job.run(size, world -> BreadthFirst.distances(world, vertices, v -> graph[v], start));

                        Partition expected = new Partition(vertices, size);
                        assertThat(parts)
                                .extracting(part -> part.length)
                                .containsExactlyElementsOf(IntStream.range(0, size)
                                        .map(expected::size)
                                        .boxed()
                                        .toList());
                        assertThat(parts.stream().flatMapToInt(IntStream::of).toArray())
                                .as("size=%d vertices=%d degree=%d", size, vertices, degree)
                                .isEqualTo(distances(graph, start));
                    }
                }
            }
        }
    }

    private static int[][] graph(int vertices, int degree) {
        Random random = new Random(vertices);
        return IntStream.range(0, vertices)
                .mapToObj(_ -> random.ints(degree, 0, vertices).toArray())
                .toArray(int[][]::new);
    }

    private static int[] distances(int[][] graph, int start) {
        int[] distances = new int[graph.length];
        Arrays.fill(distances, UNREACHED);
        distances[start] = 0;
        Queue<Integer> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            int vertex = queue.remove();
            for (int neighbor : graph[vertex]) {
                if (distances[neighbor] == UNREACHED) {
                    distances[neighbor] = distances[vertex] + 1;
                    queue.add(neighbor);
                }
            }
        }
        return distances;
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountWords(Placement placement) {
        List<String> some = Stream.of("To be, or not to be:", "", "that is -- the Question", "bé bé")
                .flatMap(line -> Stream.of(line, line))
                .toList();
        try (SmallJob job = new SmallJob(placement)) {
            for (int size : placement.sizes()) {
                for (List<String> lines : List.of(List.<String>of(), some.subList(0, 1), some)) {
                    Map<String, Long> expected = new TreeMap<>();
                    for (String word :
                            String.join(" ", lines).toLowerCase(Locale.ROOT).split("[ ,:-]+", -1)) {
                        if (!word.isEmpty()) {
                            expected.merge(word, 1L, Long::sum);
                        }
                    }
                    assertThat(job.run(size, world -> WordCount.count(world, lines)))
                            .as("size=%d lines=%s", size, lines)
                            .hasSize(size)
                            .allMatch(expected::equals);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "matrix-file --rows=40 --columns=30 --file=target/matrix.tmp -> matrix: 40 x 30, members: 3"
                        + " -> readers: 2, wrong elements: 0",
            })
    @NightlySource({
        "heat --cells=12 --steps=3 -> heat: 12 x 12 cells, 3 steps, members: 3 -> mean temperature: MEAN",
        "queue --tasks=10 --length=100 -> queue: 10 tasks, members: 3 -> primes below 1000: 168 -> by member:" + " [",
        "words --top=2 -> words: 12 different ones in 4 lines, members: 3 -> 4  a -> 4  chuck",
        "sort --keys=1000 -> sort: 1000 keys, members: 3 -> in order: yes, largest part: ",
        "farm --tasks=10 --length=100 -> farm: 10 tasks, members: 3 -> primes below 1000: 168 -> by member: {",
        "updates --elements=1000 --updates=5000 -> updates: 1000 elements, members: 3 -> wrong elements: 0",
        "bfs --side=20 --closed=0 -> bfs: 20 x 20 crossings, members: 3 -> reached: 400, farthest: 20 streets",
    })
    void shouldRunByNameOverTwoJvms(String commandAndOutput) throws Exception {
        String mean = String.format(
                Locale.ROOT,
                "%.6f",
                DoubleStream.of(Stream.of(heat(12, 3))
                                .flatMapToDouble(DoubleStream::of)
                                .toArray())
                        .average()
                        .orElseThrow());
        List<String> parts = List.of(commandAndOutput.replace("MEAN", mean).split(" -> ", -1));
        List<String> command = List.of(parts.getFirst().split(" ", -1));

        String output = Programs.launch(
                List.of("-n3", "--jvms=2"),
                command.getFirst(),
                command.subList(1, command.size()).toArray(String[]::new));

        assertThat(output).contains(parts.subList(1, parts.size()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Heat --cells=3 -> heat: --cells=3 --steps=1000: a side has at least one cell for each of the 4"
                        + " members",
                "Heat --steps=-1 -> heat: --cells=500 --steps=-1: ",
                "Heat --cells=x -> Invalid value for option '--cells': 'x' is not an int",
                "SampleSort --keys=-1 -> sort: --keys=-1: sorts 0 to 1000000000 numbers",
                "TaskFarm --tasks=-1 -> farm: --tasks=-1 --length=20000: give 0 or more tasks",
                "TaskFarm --length=0 -> farm: --tasks=200 --length=0: ",
                "WorkQueue --tasks=-1 -> queue: --tasks=-1 --length=20000: give 0 or more tasks",
                "RandomUpdates --elements=0 -> updates: --elements=0 --updates=100000: give 1 to 2147483647 elements",
                "MatrixFile --rows=0 -> matrix-file: --rows=0 --columns=1000: give a matrix of 1 to 2147483647"
                        + " elements",
                "BreadthFirst --side=0 -> bfs: --side=0 --closed=30: a town has 1 to 10000 crossings a side",
                "BreadthFirst --closed=101 -> bfs: --side=300 --closed=101: ",
                "WordCount none.txt -> words: none.txt: no such file; looked for ",
                "WordCount pom.xml --top=0 -> words: --top=0: must be 1 or more",
                "WordCount src -> words: src: cannot be read as text in UTF-8: ",
            })
    void shouldRefuse(String commandAndComplaint) {
        String[] parts = commandAndComplaint.split(" -> ", 2);
        List<String> words = List.of(parts[0].split(" ", -1));
        ProgramCommand command = switch (words.getFirst()) {
            case "Heat" -> new Heat("--tutti-members=4");
            case "SampleSort" -> new SampleSort("--tutti-members=4");
            case "TaskFarm" -> new TaskFarm("--tutti-members=4");
            case "WorkQueue" -> new WorkQueue("--tutti-members=4");
            case "RandomUpdates" -> new RandomUpdates("--tutti-members=4");
            case "MatrixFile" -> new MatrixFile("--tutti-members=4");
            case "BreadthFirst" -> new BreadthFirst("--tutti-members=4");
            default -> new WordCount("--tutti-members=4");
        };
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        assertThat(Programs.run(
                        command, out, err, words.subList(1, words.size()).toArray(String[]::new)))
                .isEqualTo(2);

        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @Test
    void shouldStaySmall() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/java/tutti/examples/small"))) {
            List<Path> programs =
                    files.filter(file -> !file.endsWith("package-info.java")).toList();
            assertThat(programs)
                    .hasSize(9)
                    .allSatisfy(
                            program -> assertThat(Files.readAllLines(program)).hasSizeLessThan(MOST_LINES));
        }
    }
}
