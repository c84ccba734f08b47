package tutti.examples.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.examples.support.InputException;

class NetworkReaderTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "# Nodes: 3 Edges: 2;# FromNodeId ToNodeId;7\t30;;30 7 0.5;7 5000000000 => 7:30,5000000000 30:7"
                        + " 5000000000:",
                "% sym unweighted;2 1 => 1: 2:1",
                "%%MatrixMarket matrix coordinate pattern general;4 4 2;1 3;3 1 => 1:3 2: 3:1 4:",
                "%%MatrixMarket matrix coordinate real symmetric;3 3 2;2 1 0.5;3 3 1 => 1:2 2:1 3:3",
            })
    void shouldRead(String text, String links) throws Exception {
        assertThat(describe(read(text, false))).isEqualTo(links);
    }

    @Test
    void shouldLeadBackWhenUndirected() throws Exception {
        assertThat(describe(read("1 2;3 3", true))).isEqualTo("1:2 2:1 3:3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "1 2;3 => 2: not an arc: \"3\"; expected FROM TO",
                "1 -2 => 1: vertex=-2 is not a whole number of 0 or more in \"1 -2\"; expected FROM TO, or a",
                "p sp 3 3 => 1: vertex=p is not a whole number",
                "# nothing => 1: the file ends without an arc; expected lines FROM TO",
                "%%MatrixMarket matrix array real general;1 1;5 => 2: a network is a square matrix of coordinate",
                "%%MatrixMarket matrix coordinate real general;2 3 0 => 2: a network is a square matrix of coordinate"
                        + " entries, which are its arcs: rows=2 columns=3",
            })
    void shouldRefuse(String text, String reason) {
        assertThatThrownBy(() -> read(text, false))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("network") + ":" + reason);
    }

    @Test
    void shouldReadNames() throws Exception {
        Path file = Files.writeString(folder.resolve("names"), "id\tname\n7\tATL\tAtlanta\tGA\n8\tBOS\n");

        assertThat(Names.read(file))
                .hasSize(2)
                .containsEntry(7L, "ATL, Atlanta")
                .containsEntry(8L, "BOS");
        assertThat(Names.read(null)).isEmpty();
    }

    private Network read(String text, boolean undirected) throws InputException, IOException {
        Path file = Files.writeString(folder.resolve("network"), text.replace(';', '\n') + '\n');
        return NetworkReader.read(file, undirected);
    }

    private static String describe(Network network) {
        return IntStream.range(0, network.size())
                .mapToObj(vertex -> network.name(vertex)
                        + ":"
                        + Arrays.stream(network.links(vertex))
                                .mapToObj(target -> "" + network.name(target))
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining(" "));
    }
}
