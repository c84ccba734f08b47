package tutti.examples.cg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;
import tutti.messaging.NightlySource;
import tutti.messaging.Processes;

/** The solver finds the solution, also when a JVM dies on the way. */
class CgTest {
    private static final Pattern RESIDUAL = Pattern.compile("residual: (\\S+), at most 1.00e-10");
    private static final Pattern ITERATIONS = Pattern.compile("iterations: (\\d+)");
    private static final Pattern BITS = Pattern.compile("bits of the solution: (\\S+)");
    private static final Pattern ERROR = Pattern.compile("largest error: (\\S+)");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void shouldSolve(int members) {
        assertThat(run("--tutti-members=" + members, "--grid=30")).isZero();
        assertThat(out.toString()).contains("cg: 900 unknowns, 4380 entries");
        checkSolution(out.toString());
    }

    @Tag("nightly")
    @Test
    void shouldGoOnWithoutAJvmThatDies() throws Exception {
        assertGoesOnWithoutAJvm(2, 25, "restored: iteration 20");
    }

    @Tag("nightly")
    @Test
    void shouldGoOnWithoutProcess0() throws Exception {
        assertGoesOnWithoutAJvm(0, 30, "restored: iteration"); // that at 30 may be incomplete
    }

    private void assertGoesOnWithoutAJvm(int rank, int iteration, String restored) throws Exception {
        String output = Programs.launch(
                List.of("-n4", "--jvms=4", "--keep-going"),
                Main.class.getName(),
                "--grid=30",
                "--kill-rank=" + rank,
                "--at-iteration=" + iteration);

        assertThat(output)
                .contains("] rank %d halts its JVM at iteration %d".formatted(rank, iteration))
                .contains("tutti: lost process=%d ".formatted(rank))
                .contains("] lost: 1 of 4 members at iteration")
                .contains(restored)
                .contains("members: 3 of 4, in 4 processes");
        checkSolution(output);
    }

    @ParameterizedTest
    @CsvSource("2, 25")
    @NightlySource("0, 33")
    void shouldEndWithTheSameBitsWhenALostJvmIsReplaced(int rank, int iteration) throws Exception {
        String program = Main.class.getName();
        assertThat(run("--tutti-members=4", "--grid=30")).isZero();
        int port = Processes.freePorts(4);
        CompletableFuture<String> late = Programs.joinLater(port, 4, program, "--grid=30");
        String output = Programs.launch(
                List.of("-n4", "--jvms=4", "--keep-going", "--join-port=" + port),
                program,
                "--grid=30",
                "--replace=60",
                "--kill-rank=" + rank,
                "--at-iteration=" + iteration);

        assertThat(output + late.get())
                .contains("tutti: lost process=%d ".formatted(rank), "replaced: 1 of 4 members", "members: 4 of 4")
                .contains("iterations: " + found(ITERATIONS), "bits of the solution: " + found(BITS));
    }

    private String found(Pattern pattern) {
        Matcher matcher = pattern.matcher(out.toString());
        assertThat(matcher.find()).as(out.toString()).isTrue();
        return matcher.group(1);
    }

    @Test
    void shouldReadAMatrix(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("small.mtx"), """
            %%MatrixMarket matrix coordinate real symmetric
            % positive definite
            3 3 5
            1 1 4.0
            2 1 -1.5
            2 2 4
            3 2 -1
            3 3 2e0
            """);

        assertThat(run("--tutti-members=2", "--matrix=" + file))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("cg: 3 unknowns, 7 entries");
        checkSolution(out.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--grid=0|a grid has 1 to 10000 points",
                "--tolerance=0|must be positive",
                "--checkpoint-every=0|must be 1 or more",
                "--matrix=none.mtx|none.mtx: no such file",
                "--kill-rank=0 --at-iteration=1|there is no other",
                "--kill-rank=7 --at-iteration=1|must lie in [0, 2)"
            })
    void shouldRefuse(String arguments, String reason) {
        List<String> all = new ArrayList<>(List.of("--tutti-members=2"));
        all.addAll(List.of(arguments.split(" ")));

        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).startsWith("cg: ").contains(reason);
    }

    @Test
    void shouldTakeTheLatestIterateThatIsWhole() {
        List<Block> blocks = List.of(
                new Block(10, 0, new double[] {1, 2}),
                new Block(20, 0, new double[] {3, 4}),
                new Block(10, 2, new double[] {5}),
                new Block(10, 1, new double[] {2, 5}));

        Block whole = Block.latestWhole(blocks, 3);

        assertThat(whole).isNotNull();
        assertThat(whole.iteration()).isEqualTo(10);
        assertThat(whole.x()).containsExactly(1, 2, 5);
        assertThat(Block.latestWhole(blocks, 4)).isNull();
    }

    private int run(String... arguments) {
        return Programs.run(new CgCommand(arguments), out, err, arguments);
    }

    private static void checkSolution(String output) {
        assertThat(numberIn(RESIDUAL, output)).isLessThanOrEqualTo(1e-10);
        assertThat(numberIn(ERROR, output)).isLessThan(1e-7);
    }

    private static double numberIn(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        assertThat(matcher.find()).as(output).isTrue();
        return Double.parseDouble(matcher.group(1));
    }
}
