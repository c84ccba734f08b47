package tutti.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.launcher.FurtherCommand;

class ReportCommandTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("it.md");
    }

    @Test
    void shouldBeACommandOfTheLauncher() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(ReportCommand.class);
    }

    @Test
    void shouldPutThePapersNumbersBesideOurs() throws IOException {
        Reported report = Reported.pretend(any -> false, "--out=" + file, "--speed-up-members=1,2");

        assertThat(report.exitCode()).as(report.err()).isZero();
        String text = Files.readString(file);
        assertThat(text)
                .contains("`tutti report --out=", "- Machine: ", "- Load before and after: ")
                .doesNotContain("quick report")
                .contains("| ints | paper: CCJ, Manta RMI | paper: Manta RMI alone | paper: CCJ, Sun RMI "
                        + "| Tutti, shared-memory | Tutti, grpc | Java RMI |")
                .contains("| 16384 | 2662 | 2378 | 5010 | 65,566 (0 %) | 65,566 (0 %) | 65,626 (0 %) |")
                .contains("| 64 | 605 | 11700 | 0.938 (0 %) | 0.938 (0 %) |")
                .contains("| 2 | 35 | 29 | 8 | 30.0 (10 %) | 30.0 (10 %) | 30.0 (10 %) |")
                .contains("| 2 | – (a) | – (a) | – (a) | – (a) | 30.0 (0 %) | 2.00 (0 %) | 2.00 (0 %) | 0.667 (0 %) "
                        + "| 3.00 (0 %) | 3.00 (0 %) |")
                .contains("(a) not there: the paper shows this point in a drawing only")
                .contains("not run with 64 members; --speed-up-members says with how many");
        for (int number = 1; number <= 6; number++) {
            assertThat(text).contains("## Table " + number, "![Table %d".formatted(number));
        }
        for (int number = 8; number <= 11; number++) {
            assertThat(text).contains("## Figure " + number, "![Figure %d".formatted(number));
        }
        assertThat(Files.readString(folder.resolve("it-figure9.svg"))).contains("<svg", "<path");
        assertThat(report.commands())
                .doesNotHaveDuplicates()
                .allSatisfy(command -> assertThat(text).contains("\ntutti " + command + "\n"));
    }

    @Test
    void shouldPutOtherPapersNumbersBesideOurs() throws IOException {
        Reported report = Reported.pretend(
                any -> false,
                "--out=" + file,
                "--speed-up-members=1,2,3",
                "--only=jmpi-pingpong,jmpi-matmul,openmpi-latency,openmpi-collectives,openmpi-nas,mpjexpress-pingpong,"
                        + "mpjexpress-nas,mpjexpress-nbody,annealing");

        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(Files.readString(file))
                .contains("| 1024 | 1.82 | 110.81 | 124.19 | 2.11 (0 %) | 2.11 (0 %) | 2.11 (0 %) |")
                .contains("| 2 | 1604.0 | 5225.0 | 384.0 | 1762.0 | 1219.0 | 5760.0 | 60,000 | 15,000 | 3,750 |")
                .contains("| shared memory | 0.41 | 0.88 | 1.01 | 31.0 (0 %) | 31.0 (0 %) | – (a) |")
                .contains("| usNIC | 2.42 | 3.12 | 3.20 | – (a) | – (a) | – (a) |")
                .contains("| allreduce 8 B | 3.4 | 40 | 5.0 | – (a) | 23.0 (0 %) | 23.0 (0 %) |")
                .contains("(a) not there: not measured there")
                .contains("| 2 | 0.0333 (67 %) |")
                .contains("| 1 B: µs | 25.2 | 29.5 | 69.5 | 79.1 | 57 | 2.13 | 4.90 | 31.0 (0 %) |")
                .contains("| CG | 2460.69 | 2443.18 | 1743.53 | 1529.57 | – (a) | – (a) | 2415.22 | 1824.10 |")
                .contains("| 2 | – (a) | – (a) | – (a) | – (a) | 30.0 | 30.0 | 30.0 |")
                .contains("| 64 | 23.3 | 19.2 | 23.23 | 19.6 | – (b) | – (b) | – (b) |")
                .contains("| 1x2x1 | 30.0 | 30.0 | 8,222 (0 %) |", "| 3x1x1 |", "| 1x3x1 |");
        assertThat(report.commands())
                .doesNotHaveDuplicates()
                .contains(
                        "bench allreduce --payload array --format json --transport grpc --jvms 4 --members 4 --sizes"
                                + " 8,65536,4194304 --warmup 0.5 --blocks 9",
                        "nas CG -n 1,2 --jvms 2 --class W --repeat 5 --format json",
                        "run -n 3 --jvms 2 nbody --bodies 276498 --steps 1 --json",
                        "run -n 3 --jvms 3 nbody --bodies 276498 --steps 1 --json",
                        "run -n 16 --jvms 2 matmul --tutti-transport=grpc --size 1024 --runs 3 --json",
                        "run -n 2 --jvms 1 scaling --places 300 --json");
    }

    @Tag("nightly")
    @Test
    void shouldMeasureForOtherPapers() throws IOException {
        System.setProperty("tutti.examples", System.getProperty("java.class.path"));
        try {
            Reported report = Reported.run(
                    "--out=" + file,
                    "--quick",
                    "--scale=0.01",
                    "--speed-up-members=1",
                    "--only=mpjexpress-nbody,annealing",
                    "-J-XX:TieredStopAtLevel=1",
                    "-J-XX:+UseSerialGC");
            assertThat(report.exitCode()).as(report.err()).isZero();
        } finally {
            System.clearProperty("tutti.examples");
        }
        assertThat(Files.readString(file))
                .containsPattern("\\| 1 (\\| – \\(a\\) ){4}(\\| [\\d,.]+ ){3}\\|\n")
                .containsPattern("\\| 1x1x1 (\\| [\\d,.]+ ){2}\\| [\\d,.]+ \\(\\d+ %\\) \\|\n");
    }

    @Test
    void shouldScaleAndTakeFewSamples() throws IOException {
        Reported report = Reported.pretend(
                any -> false, "--out=" + file, "--quick", "--jvms=4", "-J-Xmx1g", "--only=figure10,table5");

        assertThat(report.commands())
                .contains(
                        "bench scatter --payload ints --format json --transport grpc --jvms 4 --members 4 --sizes 65536"
                                + " --warmup 0.05 --blocks 3 --block-millis 10 -J-Xmx1g",
                        "bench broadcast --payload ints --format json --transport local --jvms 1 --members 1 --sizes"
                                + " 65536 --warmup 0.05 --blocks 3 --block-millis 10 -J-Xmx1g",
                        "bench broadcast --payload ints --format json --transport grpc --jvms 2 --members 2 --sizes"
                                + " 131072 --warmup 0.05 --blocks 3 --block-millis 10 -J-Xmx1g",
                        "run -n 4 --jvms 4 -J-Xmx1g leq --size 100 --compare --json");
        assertThat(Files.readString(file))
                .contains("Size 100 (the paper: 1000)", "it shows whether all commands run, not how fast")
                .doesNotContain("## Table 1");
    }

    @Test
    void shouldMarkWhatCouldNotBeMeasured() throws IOException {
        Reported report = Reported.pretend(
                command -> command.startsWith("run -n 2"), "--out=" + file, "--quick", "--only=figure9,figure8");

        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.err()).contains("tutti: failed: exit code 1: tutti: no luck: tutti run -n 2 --jvms 2 asp");
        assertThat(Files.readString(file))
                .contains("not there: exit code 1: tutti: no luck")
                .contains("| 1 | 1 | – (a) | – (a) | – (a) | 60.0 (0 %) | 1.00 (0 %)");
    }

    @Test
    void shouldCountLinesOfTheSources() throws IOException {
        Path sources = Path.of("../../examples-asp-leq-qr/src/main/java/tutti/examples");

        assertThat(Reported.run("--out=" + file, "--only=lines", "--sources=" + sources)
                        .exitCode())
                .isZero();
        assertThat(Files.readString(file))
                .containsPattern(
                        "\\| ASP \\| 140 \\| 3 \\+ 21 \\| 4 \\+ 5 \\| ≈100 \\| \\d+ \\+ \\d+ \\| \\d+ \\+ \\d+ \\|");
    }

    @Test
    void shouldSayThatThereAreNoSources() throws IOException {
        assertThat(Reported.run("--out=" + file, "--only=lines").exitCode()).isZero();
        assertThat(Files.readString(file)).contains("(a) not there: the sources of the examples are not beside");
    }

    @Test
    void shouldMeasureOverEachTransport() {
        Reported report = Reported.pretend(
                any -> false,
                "--out=" + file,
                "--quick",
                "--transport=local,shared-memory,grpc,mpi,mpich",
                "--only=jmpi-pingpong,jmpi-matmul,table1");
        assertThat(report.commands())
                .anyMatch(command ->
                        command.startsWith("bench latency --payload array --format json --transport local --jvms 1")
                                && !command.contains("--peer"))
                .anyMatch(command ->
                        command.startsWith("bench latency --payload array --format json --transport mpi --jvms 2"))
                .anyMatch(command ->
                        command.startsWith("bench latency --payload array --format json --transport mpich --jvms 2"))
                .anyMatch(command ->
                        command.startsWith("bench latency --payload ints --format json --transport mpi --jvms 2"))
                .contains("run -n 4 --jvms 1 matmul --size 102 --runs 3 --json")
                .contains("run -n 4 --jvms 2 matmul --tutti-transport=shared-memory --size 102 --runs 3 --json");
    }

    @Tag("nightly")
    @Test
    void shouldMultiplyOverMpich() throws IOException {
        multiplyOver("mpich");
    }

    @Tag("nightly")
    @Test
    void shouldMultiplyOverOpenMpi() throws IOException {
        multiplyOver("mpi");
    }

    private void multiplyOver(String transport) throws IOException {
        String refusal = MpiRun.refusal(transport);
        assumeTrue(refusal.isEmpty(), () -> "not run: " + refusal);
        Reported report = measure(
                "--out=" + file,
                "--quick",
                "--scale=0.05",
                "--transport=" + transport,
                "--only=jmpi-matmul",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-J-Xmx128m");

        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(Files.readString(file))
                .contains("Tutti, %s, 4 members".formatted(transport), "`$CLASSES` is the class path of `tutti`")
                .containsPattern("mpi(run|exec.hydra) .*-n 2 .* -cp \\$CLASSES tutti.examples.matmul.Matmul"
                        + " --tutti-members=4 --tutti-device=mpi --tutti-transport=network --size 51")
                .containsPattern("\\| 1024 (\\| [^|–]*){6}(\\| [\\d,.]+ ){3}\\|\n");
    }

    /** Runs a command line whose programs are on the class path of this test. */
    private static Reported measure(String... arguments) {
        System.setProperty("tutti.examples", System.getProperty("java.class.path"));
        try {
            return Reported.run(arguments);
        } finally {
            System.clearProperty("tutti.examples");
        }
    }

    @Test
    void shouldMeasure() throws IOException {
        Reported report = measure(
                "--out=" + file,
                "--quick",
                "--scale=0.02",
                "--members=2",
                "--speed-up-members=1,2",
                "--transport=grpc",
                "--only=table2,figure8,figure11",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC");
        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(report.err()).contains("[1/4] table2: tutti bench barrier");
        String measured = "[\\d,.]+ \\(\\d+ %\\)";
        assertThat(Files.readString(file))
                .containsPattern("\\| 2 \\| 78 \\| 580 \\| " + measured + " \\|\n")
                .containsPattern("\\| 2 \\| 35 \\| 29 \\| 8 \\| (" + measured + " \\| ?){3}\n")
                .containsPattern("\\| 2 (\\| – \\(a\\) ){4}\\| (" + measured + " \\| ?){6}\n");
    }

    @Test
    void shouldSayWhatFailed() throws InterruptedException {
        assertThat(TuttiProcess.run(List.of("run", "no.such.Program"), Duration.ofMinutes(3)))
                .satisfies(answer -> {
                    assertThat(answer.rows()).isEmpty();
                    assertThat(answer.failure()).startsWith("exit code 2: tutti: no program and no class of that name");
                });
        assertThat(TuttiProcess.run(List.of("--help"), Duration.ofMillis(1)).failure())
                .startsWith("no end within");
    }

    @Test
    void shouldReadWhatProcess0Prints() {
        List<JsonObject> rows = TuttiProcess.answer(
                        List.of("[0] [", "[0]   {\"a\": 1},", "[0]   {\"a\": 2}", "[0] ]"), null)
                .rows();
        assertThat(rows).extracting(row -> row.get("a").getAsInt()).containsExactly(1, 2);
        assertThat(TuttiProcess.answer(List.of("hello"), null).failure()).isEqualTo("what it printed is no result");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --out it.txt              | a report is a Markdown file: out=it.txt; choose a name that ends with .md
        --out no/such/it.md       | no such folder for the report: out=no/such/it.md
        --only table7             | there is no such part: only=table7; choose from table1,table2
        --members 0               | a job has at least one member: members=0
        --speed-up-members 1,-2   | members=-2
        --jvms 0                  | members need a JVM: jvms=0
        --scale 0                 | scale=0.0
        --scale NaN               | scale=NaN
        --timeout 0               | the timeout must be positive: timeout=0.0
        --transport tcp           | there is no such transport: transport=tcp; choose from local,shared-memory,grpc,mpi,mpich
        --sources /no             | no folder of the examples' packages: sources=/no
        more                      | Unmatched argument
        """)
    void shouldRefuse(String arguments, String message) {
        Reported report = Reported.pretend(any -> false, arguments.split(" "));
        assertThat(report.exitCode()).isEqualTo(2);
        assertThat(report.err()).contains(message).doesNotContain("Exception");
        assertThat(report.commands()).isEmpty();
    }
}
