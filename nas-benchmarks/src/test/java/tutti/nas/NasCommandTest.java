package tutti.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.bench.Transport;
import tutti.launcher.FurtherCommand;

class NasCommandTest {

    @Test
    void shouldBeACommandOfTheLauncher() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(NasCommand.class);
    }

    @Test
    void shouldRunJobs(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("it.json");
        Nas nas = Nas.run("cg,is -n 4 --jvms 2 --repeat 2 --json " + file);
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(nas.err()).contains("[1/2] CG, class S, 4 members in 2 JVMs", "[2/2] IS");
        JsonArray results = JsonParser.parseString(Files.readString(file)).getAsJsonArray();
        assertThat(results).hasSize(2);
        JsonObject cg = results.get(0).getAsJsonObject();
        assertThat(cg.get("kernel").getAsString()).isEqualTo("CG");
        assertThat(cg.get("class").getAsString()).isEqualTo("S");
        assertThat(cg.get("size").getAsString()).isEqualTo("1400");
        assertThat(cg.get("members").getAsInt()).isEqualTo(4);
        assertThat(cg.get("jvms").getAsInt()).isEqualTo(2);
        assertThat(cg.get("seconds").getAsJsonArray()).hasSize(2);
        assertThat(cg.get("mops").getAsDouble()).isPositive();
        assertThat(cg.get("speedUp").isJsonNull()).isTrue();
        assertThat(cg.get("verified").getAsBoolean()).isTrue();
        assertThat(results.get(1).getAsJsonObject().get("checks").getAsJsonArray())
                .hasSize(51);
    }

    @Test
    @Tag("nightly")
    void shouldRunOverMpi() {
        assumeMpi();
        assertVerifiedOverMpi(Nas.run("IS -n 2 --jvms 2 --transport mpi --format json"), 1);
    }

    @Test
    @Tag("nightly")
    void shouldRunAllKernelsOverMpi() {
        assumeMpi();
        assertVerifiedOverMpi(Nas.run("-n 2,4 --jvms 4 --transport mpi --format json --timeout 120"), 10);
    }

    private static void assumeMpi() {
        String refusal = Transport.MPI.refusal();
        assumeTrue(refusal == null, () -> "not run: " + refusal);
    }

    private static void assertVerifiedOverMpi(Nas nas, int results) {
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(nas.err()).contains("IS, class S, 2 members in 2 JVMs over mpi");
        assertThat(JsonParser.parseString(nas.out()).getAsJsonArray())
                .hasSize(results)
                .allSatisfy(result -> {
                    assertThat(result.getAsJsonObject().get("transport").getAsString())
                            .isEqualTo("mpi");
                    assertThat(result.getAsJsonObject().get("verified").getAsBoolean())
                            .isTrue();
                });
    }

    @Test
    void shouldPrintATable() {
        Nas nas = Nas.pretend(1, "EP --class S,W -n 1,3 --repeat 3");
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(nas.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "kernel class members jvms seconds Mop/s speed-up",
                        "EP S 1 1 16.0000 2.10 verified",
                        "EP S 3 1 5.3333 6.29 3.00 verified",
                        "EP W 1 1 16.0000 4.19 verified",
                        "EP W 3 1 5.3333 12.58 3.00 verified");
    }

    @Test
    void shouldPrintJson() {
        Nas nas = Nas.pretend(1, "EP -n 1,3 --format json");
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(JsonParser.parseString(nas.out()).getAsJsonArray())
                .extracting(result -> result.getAsJsonObject().get("members").getAsInt())
                .containsExactly(1, 3);
        assertThat(Nas.pretend(1, "EP --format json --suite-output").err())
                .contains("the suite's lines are no JSON: give --suite-output or --format json");
    }

    @Test
    void shouldRunAllKernelsByDefault() {
        Nas nas = Nas.pretend(1, "");
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(nas.err().lines())
                .hasSize(2 * Kernels.ALL.size())
                .startsWith("[1/10] CG, class S, 1 member in 1 JVM", "[2/10] CG, class S, 2 members in 1 JVM");
    }

    @Test
    void shouldPrintTheSuitesLines() {
        Nas nas = Nas.pretend(1, "FT --class A -n 4 --suite-output");
        assertThat(nas.out().lines())
                .containsExactly(
                        "",
                        " FT Benchmark Completed.",
                        " Class           =                        A",
                        " Size            =              256x256x128",
                        " Iterations      =                        6",
                        " Time in seconds =                     2.00",
                        " Total processes =                        4",
                        " Mop/s total     =                  3568.22",
                        " Mop/s/process   =                   892.06",
                        " Operation type  =           floating point",
                        " Verification    =               SUCCESSFUL");
    }

    @ParameterizedTest
    @CsvSource({"--suite-output, UNSUCCESSFUL", "--repeat 2, WRONG"})
    void shouldFailWhereAValueIsWrong(String option, String word) {
        Nas nas = Nas.pretend(1.25, "MG -n 1 " + option);
        assertThat(nas.exitCode()).isEqualTo(1);
        assertThat(nas.out()).contains(word, "a value: expected=1.0 actual=1.25 tolerance=0.1");
        assertThat(nas.err()).contains("tutti: verification failed, see above");
    }

    @Test
    void shouldReport(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("it.md");
        Nas nas = Nas.pretend(1, "CG IS -n 1,2,4 --class W --report " + file);
        assertThat(nas.exitCode()).as(nas.err()).isZero();
        assertThat(Files.readString(file))
                .contains(
                        "`tutti nas CG IS -n 1,2,4 --class W --report",
                        "- Machine: ",
                        "- Load before and after: ",
                        "| IS | W | 2 | 1 | 4.000 | 1 | 2.6 | 2.00 | verified |",
                        "![it-speed-up-W.svg](it-speed-up-W.svg)");
        assertThat(Files.readString(folder.resolve("it-speed-up-W.svg"))).contains("<svg", "<path");
    }

    @Test
    void shouldSayWhichJobFailed() {
        Nas nas = Nas.run("IS -n 1 -J-XX:NoSuchOption=1");
        assertThat(nas.exitCode()).isEqualTo(1);
        assertThat(nas.err())
                .contains(
                        "tutti: the job failed, see above: IS, class S, 1 member in 1 JVM, results=0 of 1 exit-code=1");
    }

    @Test
    void shouldEndJobsThatTakeTooLong() {
        Nas nas = Nas.run("EP --class B -n 1 --timeout 0.05");
        assertThat(nas.exitCode()).isEqualTo(1);
        assertThat(nas.err()).contains("tutti: no end: EP, class B", "--timeout");
    }

    @ParameterizedTest
    @CsvSource({
        "GC, 'there is no such kernel: kernel=GC; choose from CG, MG, IS, FT, EP'",
        "CG --class D, 'expected one of [S, W, A, B]'",
        "CG -n 3, CG needs a power of two of members: members=3; choose 2 or 4",
        "-n 6, CG needs a power of two of members: members=6; choose 4 or 8",
        "MG -n 32, 'MG, class S, is divided among at most 16 members: members=32; choose fewer or a larger class'",
        "-n 0, a job has at least one member: members=0",
        "-n two, is not an int",
        "--jvms 0, members need a JVM: jvms=0",
        "--transport mpi, 'transport=local is for one JVM, the others are for two or more: transport=mpi jvms=1'",
        "--transport local --jvms 2, transport=local jvms=2; correct --transport or --jvms",
        "--transport pigeon --jvms 2, 'transport=pigeon is none; choose one of local, shared-memory, grpc, mpi'",
        "--repeat 0, a kernel is run at least once: repeat=0",
        "--timeout NaN, the timeout must be positive: timeout=NaN",
        "--json it.txt, a result is a JSON file: json=it.txt",
        "--json /no/such/folder/it.json, no such folder for the result",
        "--report it.txt, a report is a Markdown file: report=it.txt"
    })
    void shouldRefuse(String arguments, String message) {
        Nas nas = Nas.pretend(1, arguments);
        assertThat(nas.exitCode()).isEqualTo(2);
        assertThat(nas.err()).contains(message);
        assertThat(nas.out()).isEmpty();
    }
}
