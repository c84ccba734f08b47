package tutti.jgf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.launcher.FurtherCommand;

class JgfCommandTest {

    @Test
    void shouldBeACommandOfTheLauncher() throws IOException {
        assertThat(FurtherCommand.all()).hasAtLeastOneElementOfType(JgfCommand.class);
    }

    @Test
    void shouldRunJobs() {
        Jgf jgf = Jgf.run("--benchmark crypt --members 2 --jvms 2 --repeat 2 --format json");
        assertThat(jgf.exitCode()).as(jgf.err()).isZero();
        assertThat(jgf.err()).contains("[1/1] Crypt, size A, 2 members in 2 JVMs");
        JsonObject result = results(jgf).get(0).getAsJsonObject();
        assertThat(result.get("valid").getAsBoolean()).isTrue();
        assertThat(result.get("jvms").getAsInt()).isEqualTo(2);
        JsonObject timer = result.getAsJsonArray("timers").get(0).getAsJsonObject();
        assertThat(timer.get("seconds").getAsJsonArray()).hasSize(2);
        assertThat(timer.get("operations").getAsDouble()).isEqualTo(6000);
        assertThat(timer.get("speedUp").isJsonNull()).isTrue();
    }

    @Test
    void shouldRunAWholeSectionByDefault() {
        Jgf jgf = Jgf.pretend(1, "--format json");
        assertThat(jgf.exitCode()).as(jgf.err()).isZero();
        assertThat(results(jgf)).hasSize(2 * Benchmarks.ofSection(2).size());
        assertThat(jgf.err().lines().findFirst()).hasValue("[1/10] Series, size A, 1 member in 1 JVM");
        JsonObject ofTwo = results(jgf).get(1).getAsJsonObject();
        assertThat(ofTwo.get("benchmark").getAsString()).isEqualTo("Series");
        assertThat(ofTwo.getAsJsonArray("timers")
                        .get(0)
                        .getAsJsonObject()
                        .get("speedUp")
                        .getAsDouble())
                .isEqualTo(2);
    }

    @Test
    void shouldPrintTheSuitesLines() {
        Jgf jgf = Jgf.pretend(1, "--section 2,1 --benchmark SOR,Bcast,Series --members 1,2 --format suite");
        assertThat(jgf.exitCode()).as(jgf.err()).isZero();
        assertThat(jgf.out().lines())
                .containsExactly(
                        "Java Grande Forum MPJ Benchmark Suite - Version 1.0 - Section 1",
                        "Executing on 1 process",
                        "",
                        "Section1:Bcast:Double                   \t100.0\t (bytes/s)\t Array Size = 4",
                        "Section1:Bcast:Double                   \t200.0\t (bytes/s)\t Array Size = 7",
                        "Section1:Bcast:Object                   \tNaN\t (objects/s)\t Array Size = 4",
                        "",
                        "Java Grande Forum MPJ Benchmark Suite - Version 1.0 - Section 1",
                        "Executing on 2 processes",
                        "",
                        "Section1:Bcast:Double                   \t200.0\t (bytes/s)\t Array Size = 4",
                        "Section1:Bcast:Double                   \t400.0\t (bytes/s)\t Array Size = 7",
                        "Section1:Bcast:Object                   \tNaN\t (objects/s)\t Array Size = 4",
                        "",
                        "Java Grande Forum MPJ Benchmark Suite - Version 1.0 - Section 2 - Size A",
                        "Executing on 1 process",
                        "",
                        "Section2:SOR:Kernel:SizeA\t8.0 (s) \t 125.0\t (things/s)",
                        "Section2:Series:Kernel:SizeA\t8.0 (s) \t 125.0\t (things/s)",
                        "",
                        "Java Grande Forum MPJ Benchmark Suite - Version 1.0 - Section 2 - Size A",
                        "Executing on 2 processes",
                        "",
                        "Section2:SOR:Kernel:SizeA\t4.0 (s) \t 250.0\t (things/s)",
                        "Section2:Series:Kernel:SizeA\t4.0 (s) \t 250.0\t (things/s)",
                        "");
    }

    @Test
    void shouldPrintATable() {
        Jgf jgf = Jgf.pretend(1, "--benchmark SOR --size A,B --members 1,4 --repeat 5");
        assertThat(jgf.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "SOR, size A",
                        "members jvms timer array seconds spread rate speed-up",
                        "1 1 Kernel 8.0000 0 % 125.0 things/s valid",
                        "4 1 Kernel 2.0000 0 % 500.0 things/s 4.00 valid",
                        "",
                        "SOR, size B",
                        "members jvms timer array seconds spread rate speed-up",
                        "1 1 Kernel 8.0000 0 % 125.0 things/s valid",
                        "4 1 Kernel 2.0000 0 % 500.0 things/s 4.00 valid");
    }

    @ParameterizedTest
    @CsvSource({"suite, Validation failed", "table, WRONG", "json, '\"valid\":false'"})
    void shouldFailWhereAValueIsWrong(String format, String word) {
        Jgf jgf = Jgf.pretend(1.25, "--benchmark SOR,LUFact --members 1 --format " + format);
        assertThat(jgf.exitCode()).isEqualTo(1);
        assertThat(jgf.out()).contains(word, "1.25");
        assertThat(jgf.err()).contains("tutti: validation failed, see above");
    }

    @Test
    void shouldReport(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("it.md");
        Jgf jgf = Jgf.pretend(1, "--benchmark SOR,Series,Bcast --members 1,2,4 --report " + file);
        assertThat(jgf.exitCode()).as(jgf.err()).isZero();
        assertThat(Files.readString(file))
                .contains(
                        "`tutti jgf --benchmark SOR,Series,Bcast --members 1,2,4 --report",
                        "- Machine: ",
                        "- Load before and after: ",
                        "- Validation: all values are right",
                        "| SOR, size A | 2 | 1 | Kernel |  | 4.0000 | 0 % | 3 | 250.0 things/s | 2.00 |",
                        "| Bcast | 2 | 1 | Object | 4 |  |  | 0 |  objects/s |  |",
                        "![it-speed-up-A.svg](it-speed-up-A.svg)",
                        "![it-bytes-2.svg](it-bytes-2.svg)");
        assertThat(Files.readString(folder.resolve("it-speed-up-A.svg"))).contains("<svg", "<path");
        assertThat(folder.resolve("it-bytes-4.svg")).exists();
    }

    @Test
    void shouldReportWhatIsWrong(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("it.md");
        Jgf.pretend(7, "--benchmark SOR --members 1 --report " + file);
        assertThat(Files.readString(file))
                .contains("- Validation: **failed** SOR, size A, 1 members: a value: expected=1.0 actual=7.0");
    }

    @Test
    void shouldLeaveOutWhatWasNotNamed() {
        Jgf jgf = Jgf.pretend(1, "--section 1 --members 3 --format json");
        assertThat(jgf.exitCode()).isZero();
        assertThat(jgf.err()).contains("tutti: left out: PingPong is between two members: members=3");
        assertThat(results(jgf)).hasSize(Benchmarks.ofSection(1).size() - 1);
    }

    @Test
    void shouldSayWhichJobFailed() {
        Jgf jgf = Jgf.run("--benchmark SOR --members 1 -J-XX:NoSuchOption=1");
        assertThat(jgf.exitCode()).isEqualTo(1);
        assertThat(jgf.err()).contains("tutti: the job failed, see above: benchmark=SOR members=1 jvms=1 exit-code=1");
    }

    @Test
    void shouldEndJobsThatTakeTooLong() {
        Jgf jgf = Jgf.run("--benchmark Series --size C --members 1 --timeout 0.05");
        assertThat(jgf.exitCode()).isEqualTo(1);
        assertThat(jgf.err()).contains("tutti: no end: benchmark=Series", "--timeout");
    }

    @ParameterizedTest
    @CsvSource({
        "--section 4, there is no such section: section=4; choose from",
        "--benchmark SORT, there is no such benchmark: benchmark=SORT; choose from",
        "--benchmark SOR --section 1, SOR is of section 2: section=1; leave --section out",
        "--benchmark PingPong --members 3, PingPong is between two members: members=3",
        "--size D, 'expected one of [A, B, C]'",
        "--members 0, a job has at least one member: members=0",
        "--members two, is not an int",
        "--jvms 0, members need a JVM: jvms=0",
        "--repeat 0, a benchmark is run at least once: repeat=0",
        "--seconds 0, a step must take some time: seconds=0.0",
        "--largest 0, arrays have elements: largest=0",
        "--timeout NaN, the timeout must be positive: timeout=NaN",
        "--hit-data /no/such/file, no file to read: hit-data=/no/such/file",
        "--hit-data pom.xml, expected=1662a83f",
        "--picture it.jpg, a picture is a PNG file: picture=it.jpg",
        "--picture no/folder/it.png, no such folder for the picture",
        "--report it.txt, a report is a Markdown file: report=it.txt",
        "--report /no/such/folder/it.md, no such folder for the report",
        "extra, Unmatched argument"
    })
    void shouldRefuse(String arguments, String message) {
        Jgf jgf = Jgf.pretend(1, arguments);
        assertThat(jgf.exitCode()).isEqualTo(2);
        assertThat(jgf.err()).contains(message);
        assertThat(jgf.out()).isEmpty();
    }

    private static JsonArray results(Jgf jgf) {
        return JsonParser.parseString(jgf.out()).getAsJsonArray();
    }
}
