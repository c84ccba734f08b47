package tutti.examples.annealing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;

class DistanceCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldReportClusters() throws IOException {
        assertThat(run("annealing", "--input=" + towns(), "-k2", "--cooling=0.8"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString().lines())
                .contains("annealing: 6 places (towns.csv)", "members: 4 in 1 process")
                .contains("cluster 1: 3 places: Oslo, Bergen, Stockholm", "cluster 2: 3 places: Rome, Naples, Bari")
                .anyMatch(line -> line.matches("mean distance within a cluster: \\d+\\.\\d+ km"))
                .anyMatch(line -> line.matches("checksum: [0-9a-f]{16}"));
    }

    @Test
    void shouldReportAMap() throws IOException {
        assertThat(run("scaling", "--input=" + towns())).as(err.toString()).isZero();

        assertThat(out.toString().lines())
                .contains("scaling: 6 places (towns.csv)")
                .anyMatch(line -> line.matches("stress: 0\\.0\\d+ in 2 dimensions"));
        run("scaling", "--input=" + towns(), "--plain", "--json");
        String json = out.toString().substring(out.toString().indexOf('{'));
        JsonObject result = JsonParser.parseString(json).getAsJsonObject().getAsJsonObject("result");
        assertThat(result.getAsJsonArray("coordinatesKm")).hasSize(12);
    }

    @Tag("nightly")
    @Test
    void shouldFindTheSameOverTwoProcesses() throws Exception {
        String[] arguments = {"--places=12", "--cooling=0.5", "--json"};
        run("annealing", arguments);
        JsonObject here = JsonParser.parseString(out.toString()).getAsJsonObject();

        String output = Programs.launch(List.of("-n3", "--jvms=2"), Main.class.getName(), arguments);

        JsonObject there =
                JsonParser.parseString(output.substring(output.indexOf('{'))).getAsJsonObject();
        assertThat(there.get("jvms").getAsInt()).isEqualTo(2);
        assertThat(there.get("result")).isEqualTo(here.get("result"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "annealing --clusters=0 -> annealing: --clusters=0: must be 1 to 100, with 300 places",
                "annealing --places=3 -k4 -> annealing: --clusters=4: must be 1 to 3, with 3 places",
                "annealing --places=1 -> annealing: --places=1: must be 2 to 20000",
                "annealing --cooling=1 -> annealing: --cooling=1.0: must be between 0 and 1",
                "scaling --cooling=NaN -> scaling: --cooling=NaN: must be between 0 and 1",
                "scaling --dimensions=0 -> scaling: --dimensions=0: must be 1 to 10",
                "scaling --input=none.csv -> scaling: none.csv: no such file; looked for ",
                "scaling --input=a --places=3 -> Error: ",
            })
    void shouldRefuse(String useAndMessage) {
        String[] parts = useAndMessage.split(" -> ", 2);
        String[] words = parts[0].split(" ", 2);

        assertThat(run(words[0], words[1].split(" ", -1))).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latitude,longitude\n91,0\n -> :2: latitude=\"91\" is not a number of degrees, limit=90.0",
                "latitude,longitude\n1,east\n -> :2: longitude=\"east\" is not a number of degrees, limit=180.0",
                "latitude,length\n1,2\n -> :2: no column=longitude; it has latitude, length",
                "latitude,longitude\n1,2\n -> must have 2 to 20000 places, has 1",
                "'' -> must have 2 to 20000 places, has 0",
            })
    void shouldRefuseTable(String tableAndMessage) throws IOException {
        String[] parts = tableAndMessage.split(" -> ", 2);
        Path table = Files.writeString(folder.resolve("table.csv"), parts[0].replace("''", ""));

        assertThat(run("annealing", "--input=" + table)).isEqualTo(2);
        assertThat(err.toString()).startsWith("annealing: ").contains("table.csv", parts[1]);
    }

    @Test
    void shouldHelp() {
        assertThat(run("annealing", "--help")).isZero();
        assertThat(run("scaling", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: annealing ", "--clusters=K", "Usage: scaling ", "--dimensions=D");
    }

    private Path towns() throws IOException {
        return Files.writeString(folder.resolve("towns.csv"), """
            city,latitude,longitude
            Oslo,59.9,10.7
            Rome,41.9,12.5
            Naples,40.9,14.3
            Bergen,60.4,5.3
            Stockholm,59.3,18.1
            Bari,41.1,16.9
            """);
    }

    private int run(String program, String... arguments) {
        String members = "--tutti-members=4";
        return Programs.run(
                program.equals("annealing") ? new AnnealingCommand(members) : new ScalingCommand(members),
                out,
                err,
                arguments);
    }
}
