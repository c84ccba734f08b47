package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Communicator.NO_MEMBER;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.MemberTask;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The answers of the page "How do I …?", which are quoted from here, on four members. */
class HowToTest {
    @TempDir
    private Path folder;

    private Path input;

    @BeforeEach
    void writeInput() throws IOException {
        input = Files.write(folder.resolve("input"), List.of("a", "b", "c", "d", "e"));
    }

    @Test
    void shouldGetArgumentsAndReturnResults() throws Exception {
        assertThat(pi("1000", "--tutti-members=4")).startsWith("pi: 3.14");
    }

    private static String pi(String... args) {
        int terms = Integer.parseInt(ColGroupMaster.programArguments(args)[0]); // without Tutti's own
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<Double> sums = master.run(world -> {
                double sum = 0;
                for (int i = world.rank(); i < terms; i += world.size()) {
                    sum += (i % 2 == 0 ? 4.0 : -4.0) / (2 * i + 1);
                }
                return sum;
            });
            double pi = sums.stream().mapToDouble(Double::doubleValue).sum(); // in each process
            return "pi: " + pi;
        }
    }

    @Test
    void shouldDivideInput() {
        assertThat(onFour(this::shareOfInput))
                .containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d", "e"));
    }

    private List<String> shareOfInput(Communicator world) throws IOException {
        List<String> lines = world.broadcast(world.rank() == 0 ? Files.readAllLines(input) : null, 0);
        List<String> share = new Partition(lines.size(), world.size()).part(lines, world.rank());
        return share;
    }

    @Test
    void shouldHandOutTasks() {
        List<Path> files =
                IntStream.range(0, 20).mapToObj(i -> Path.of("file-" + i)).toList();

        List<List<Path>> done = onFour(world -> handOut(world, files));

        assertThat(done.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(files);
    }

    private static List<Path> handOut(Communicator world, List<Path> files) {
        List<Path> mine = new ArrayList<>();
        Window next = world.allocateWindow(ElementType.LONG, world.rank() == 0 ? 1 : 0); // a counter at member 0
        next.lockAll();
        for (int task = (int) next.fetchAndAdd(0, 0, 1); task < files.size(); task = (int) next.fetchAndAdd(0, 0, 1)) {
            mine.add(files.get(task)); // or whatever there is to do
        }
        next.unlockAll();
        next.close();
        return mine;
    }

    @Test
    void shouldExchangeBorders() {
        assertThat(onFour(HowToTest::borders))
                .extracting(Arrays::toString)
                .containsExactly(
                        "[-1.0, 0.0, 0.0, 1.0]",
                        "[0.0, 1.0, 1.0, 2.0]",
                        "[1.0, 2.0, 2.0, 3.0]",
                        "[2.0, 3.0, 3.0, -1.0]");
    }

    private static double[] borders(Communicator world) {
        int rank = world.rank();
        double[] cells = {-1, rank, rank, -1}; // own cells, and a place for a neighbor's cell at each end
        int last = cells.length - 1;
        int left = rank > 0 ? rank - 1 : NO_MEMBER; // nothing goes to NO_MEMBER, and nothing comes from it
        int right = rank < world.size() - 1 ? rank + 1 : NO_MEMBER;
        world.sendReceive(DirectBuffer.of(cells, last - 1, 1), right, DirectBuffer.of(cells, 0, 1), left);
        world.sendReceive(DirectBuffer.of(cells, 1, 1), left, DirectBuffer.of(cells, last, 1), right);
        return cells;
    }

    @Test
    void shouldSplit() {
        assertThat(onFour(HowToTest::evenOrOdd)).containsExactly(2, 4, 2, 4);
    }

    private static int evenOrOdd(Communicator world) {
        Communicator half = world.split(world.rank() % 2); // one group of the even ranks, one of the odd ones
        int sum = half.allReduce(world.rank(), Reductions.sum());
        half.leave();
        return sum;
    }

    @Test
    void shouldWriteAFileForEachMember() throws IOException {
        onFour(this::writeOwnFile);

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("part-000.txt", "part-003.txt");
        }
    }

    private Path writeOwnFile(Communicator world) throws IOException {
        Path own = folder.resolve("part-%03d.txt".formatted(world.rank()));
        Files.writeString(own, "from member " + world.rank());
        return own;
    }

    @Test
    void shouldPrintInOrder() {
        assertThat(onFour(HowToTest::print)).containsExactly(4, null, null, null);
    }

    private static Integer print(Communicator world) {
        List<String> lines = world.gather("member %d: done".formatted(world.rank()), 0); // at rank 0, null elsewhere
        if (lines != null) {
            lines.forEach(System.out::println);
        }
        return lines == null ? null : lines.size();
    }

    @Test
    void shouldMeasureTime() {
        assertThat(onFour(HowToTest::time)).allMatch(seconds -> seconds >= 0);
    }

    private static double time(Communicator world) {
        world.barrier(); // all begin together
        long begin = System.nanoTime();
        work();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double slowest = world.allReduce(seconds, Reductions.max());
        return slowest;
    }

    private static void work() {}

    private static <R> List<R> onFour(MemberTask<R> task) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=4")) {
            return master.run(task);
        }
    }
}
