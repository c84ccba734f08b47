package tutti.examples.leq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

class LeqTest {
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    @NightlySource({"3", "7", "8"})
    void shouldSolveAlikeInAllVersionsWithAnyNumberOfMembers(int members) throws Exception {
        assertThat(run("--tutti-members=1", "--size=30", "--verify")).isZero();
        String alone = checksum();

        assertThat(run("--tutti-members=" + members, "--size=30", "--verify", "--compare"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("closed form").contains("x differs from EJML's by ");
        assertThat(checksum()).isEqualTo(alone);
    }

    @Test
    void shouldNeedThePapersNumberOfPhases() {
        assertThat(run("--tutti-members=3", "--size=100", "--verify")).isZero();
        assertThat(out.toString())
                .contains("leq: 100 unknowns, 10000 entries (generated)")
                .contains("phases: 689");
    }

    @Test
    @Tag("nightly")
    void shouldNeedThePapersNumberOfPhasesAtItsSize() {
        assertThat(run("--tutti-members=2", "--size=1000", "--verify")).isZero();
        assertThat(out.toString())
                .contains("phases: 6906")
                .contains("last change: 9.99300720")
                .contains("sum of x: 4.9975072465");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void shouldSolveEquationsOfAFile(int members) throws Exception {
        Path right = file("b.mtx", "array real general\n3 1\n1\n-2\n4.5\n");
        Path dense = file("dense.mtx", "array real general\n3 3\n4\n1\n0\n-1\n5\n2\n1\n0\n6\n");
        Path sparse = file(
                "sparse.mtx", "coordinate real general\n3 3 7\n1 1 4\n2 1 1\n1 2 -1\n2 2 5\n3 2 2\n1 3 1\n3 3 6\n");

        for (Path matrix : List.of(dense, sparse)) {
            assertThat(run(
                            "--tutti-members=" + members,
                            "--input=" + matrix,
                            "--right=" + right,
                            "--bound=1e-12",
                            "--verify",
                            "--compare"))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).contains("leq: 3 unknowns").contains("x differs from EJML's by ");
        }
    }

    @Test
    void shouldSayWhenItDoesNotConverge() throws Exception {
        Path matrix = file("bad.mtx", "array real general\n2 2\n1\n3\n3\n1\n");

        assertThat(run("--tutti-members=2", "--input=" + matrix)).isEqualTo(1);
        assertThat(err.toString()).startsWith("leq: x grows beyond all bounds");
        assertThat(run("--tutti-members=2", "--size=50", "--max-phases=10")).isEqualTo(1);
        assertThat(err.toString()).startsWith("leq: no solution after 10 phases");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=1|--size=1: there are 2 equations or more",
                "--size=2000000|--size=2000000: A is too large: needs",
                "--bound=0|--bound=0.0: must be positive",
                "--max-phases=0|--max-phases=0: must be 1 or more",
                "--right=b.mtx|--right is for --input",
                "--size=3 --input=a.mtx|--size and --input exclude each other",
                "--input=none.mtx|none.mtx: no such file",
                "--input=array real general;1 2;1;2|not square: rows=1 columns=2",
                "--input=coordinate real general;2 2 1;1 1 5|entry 2,2 on the diagonal is 0",
            })
    void shouldRefuse(String arguments, String reason) throws Exception {
        List<String> all = new ArrayList<>(List.of("--tutti-members=2"));
        if (arguments.startsWith("--input=") && arguments.contains(";")) {
            Path file = file("a.mtx", arguments.substring("--input=".length()).replace(';', '\n') + "\n");
            all.add("--input=" + file);
        } else {
            all.addAll(List.of(arguments.split(" ")));
        }

        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).startsWith("leq: ").contains(reason);
    }

    @Test
    void shouldFailWhenTheSolutionIsWrong() {
        Equations equations = Equations.generated(3);
        LeqSolution wrong = new LeqSolution(
                equations, List.of(0.2, 0.2, 0.3), 19, Math.pow(2.0 / 3, 18), Math.pow(2.0 / 3, 17), null);

        assertThat(Check.wrong(wrong, 0.001, new PrintWriter(out))).startsWith("x[1] is 0.2, and in closed form 0.");
    }

    @Test
    void shouldHaveTheResultThatItHasOverTheApiOfMpi() {
        assertThat(run("--tutti-members=3", "--size=30")).isZero();
        assertThat(checksum()).isEqualTo("b3497adcbf77c305"); // PaperProgramsTest has the same
    }

    @Test
    void shouldHelp() {
        assertThat(run("--tutti-members=1", "--help")).isZero();
        assertThat(out.toString()).contains("Jacobi").contains("--input=FILE").contains("--verify");
    }

    private String checksum() {
        Matcher matcher = CHECKSUM.matcher(out.toString());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Programs.run(new LeqCommand(arguments), out, err, arguments);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), "%%MatrixMarket matrix " + text);
    }
}
