package tutti.examples.asp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.examples.support.InputException;

class GraphReaderTest {
    private static final int NONE = Floyd.INFINITY;

    /** Three vertices, arcs 1-2 (7) and 2-3 (0), with all that a file may have besides. */
    private static final String DIMACS = "c roads\n\np sp 3 4\na 1 2 7\na  2\t3 0\nc\na 3 3 5\na 1 2 9\n";

    @TempDir
    private Path folder;

    @Test
    void shouldReadDimacs() throws Exception {
        Problem graph = read(DIMACS);

        assertThat(graph.size()).isEqualTo(3);
        assertThat(graph.arcs()).isEqualTo(4);
        assertThat(graph.origin()).isEqualTo("graph");
        assertThat(graph.table(0, 3)).isEqualTo(new int[][] {{0, 7, NONE}, {NONE, 0, 0}, {NONE, NONE, 0}});
    }

    @Test
    void shouldFillOnlyTheRowsAskedFor() throws Exception {
        assertThat(read(DIMACS).table(1, 2)).isEqualTo(new int[][] {{}, {NONE, 0, 0}, {}});
    }

    @Test
    void shouldLeadBackWhenUndirected() throws Exception {
        assertThat(GraphReader.read(file(DIMACS), true, limit(3)).table(0, 3))
                .isEqualTo(new int[][] {{0, 7, NONE}, {7, 0, 0}, {NONE, 0, 0}});
    }

    @ParameterizedTest
    @CsvSource({"integer general, 5, 0", "real general, 5.0, 0", "real general, 0.5e1, 0", "integer symmetric, 5, 5"})
    void shouldReadMatrixMarket(String kind, String weight, int back) throws Exception {
        Problem graph = read("%%MatrixMarket matrix coordinate " + kind + "\n% roads\n\n2 2 1\n2 1 " + weight + "\n");

        assertThat(graph.table(0, 2)).isEqualTo(new int[][] {{0, back == 0 ? NONE : back}, {5, 0}});
    }

    @Test
    void shouldCountArcsOfPattern() throws Exception {
        Problem graph = read("%%MatrixMarket MATRIX coordinate Pattern Symmetric\n2 2 1\n2 1\n");

        assertThat(graph.table(0, 2)).isEqualTo(new int[][] {{0, 1}, {1, 0}});
    }

    @Test
    void shouldReadGzip() throws Exception {
        assertThat(GraphReader.read(file(gzip(DIMACS)), false, limit(3)).arcs()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "p sp 2 1;a 1 2 -4 => 2: weight=-4 is negative; shortest paths need 0 or more: correct or drop the arc",
                "p sp 2 1;a 1 2 2.5 => 2: weight=2.5 is not a whole number; distances are ints: scale all weights"
                        + " (say, from km to m) and round them",
                "p sp 2 1;a 1 2 far => 2: weight=far is not a number",
                "p sp 2 1;a 1 2 1073741823 => 2: weight=1073741823 is too large, limit=1073741822; divide all weights",
                "p sp 2 1;a 1 2 1e999999999 => 2: weight=1e999999999 is too large, limit=1073741822; divide all"
                        + " weights",
                "p sp 2 1;a 1 3 4 => 2: vertex=3 is not in the graph; vertices count from 1 to 2",
                "p sp 2 1;a 0 2 4 => 2: vertex=0 is not in the graph; vertices count from 1 to 2",
                "p sp 2 1;a 1 2 => 2: not an arc: \"a 1 2\"; expected a FROM TO WEIGHT",
                "p sp 2 2;a 1 2 4 => 2: the file ends after 1 of arcs=2; it was cut off, or its header is wrong",
                "p sp 2 1;a 1 2 4;a 2 1 4 => 3: more than the arcs=1 of the header; correct the header",
                "a 1 2 4 => 1: an arc before the header; the file must begin with p sp VERTICES ARCS",
                "p sp 2 0;p sp 2 0 => 2: a second header \"p sp 2 0\"; a file holds one graph",
                "p edge 2 1 => 1: not a shortest-path header: \"p edge 2 1\"; expected p sp VERTICES ARCS",
                "p sp two 1 => 1: vertices=two is not a whole number from 1 to 2147483647",
                "p sp 2 -1 => 1: arcs=-1 is not a whole number from 0 to 2147483647",
                "c no header => 1: the file ends without its header; expected p sp VERTICES ARCS",
                "from,to,km => 1: unknown line \"from,to,km\"; a DIMACS line starts with c, p or a, a Matrix Market"
                        + " file with %%MatrixMarket",
            })
    void shouldRefuseBadDimacs(String lines, String message) {
        assertRefused(lines, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "%%MatrixMarket matrix array real general;2 2 => 2: a whole matrix; a graph is one of coordinate"
                        + " entries, which are its arcs",
                "%%MatrixMarket matrix coordinate complex general => 1: cannot use \"%%MatrixMarket matrix coordinate"
                        + " complex general\"; expected %%MatrixMarket matrix coordinate pattern|integer|real"
                        + " general|symmetric, or array integer|real",
                "%%MatrixMarket matrix coordinate real general => 1: the file ends without its sizes; expected ROWS"
                        + " COLUMNS ENTRIES",
                "%%MatrixMarket matrix coordinate real general;2 2 => 2: not the sizes: \"2 2\"; expected ROWS COLUMNS"
                        + " ENTRIES",
                "%%MatrixMarket matrix coordinate real general;2 3 1 => 2: not square: rows=2 columns=3; a graph has a"
                        + " row and a column for each vertex",
                "%%MatrixMarket matrix coordinate real general;2 2 1;1 2 => 3: not an entry: \"1 2\"; expected ROW"
                        + " COLUMN VALUE",
                "%%MatrixMarket matrix coordinate pattern general;2 2 1;1 2 3 => 3: not an entry: \"1 2 3\"; expected"
                        + " ROW COLUMN, as the first line says pattern",
                "%%MatrixMarket matrix coordinate real general;2 2 1;2 1 -0.5 => 3: weight=-0.5 is negative; shortest"
                        + " paths need 0 or more: correct or drop the arc",
                "%%MatrixMarket matrix coordinate real general;2 2 1 => 2: the file ends after 0 of entries=1; it was"
                        + " cut off, or its header is wrong",
            })
    void shouldRefuseBadMatrixMarket(String lines, String message) {
        assertRefused(lines, message);
    }

    @Test
    void shouldRefuseEmptyFile() {
        assertRefused("", " the file is empty");
    }

    @Test
    void shouldRefuseGraphThatDoesNotFit() throws Exception {
        Path file = file("p sp 2000000000 1\na 1 2 3\n");

        assertThatThrownBy(() -> GraphReader.read(file, false, SizeLimit.of(1 << 30, 4, false)))
                .isInstanceOf(InputException.class)
                .hasMessage(file
                        + ":1: vertices=2000000000 is too large, limit=14654 in a heap of 1024 MiB; use a larger heap"
                        + " (tutti run -J-Xmx8g ...) or more JVMs");
    }

    @Test
    void shouldRefuseGraphWhosePathsAreTooLong() throws Exception {
        Path file = file("p sp 3 3\na 1 2 1000000000\na 1 3 5\na 2 3 1000000000\n");

        assertThatThrownBy(() -> GraphReader.read(file, false, limit(3)))
                .isInstanceOf(InputException.class)
                .hasMessage("graph: a path can be 2000000000 long, limit=1073741822; divide all weights by 2");
    }

    @Test
    void shouldRefuseTruncatedGzip() throws Exception {
        byte[] whole = gzip(DIMACS);
        Path file = file(Arrays.copyOf(whole, whole.length - 12));

        assertThatThrownBy(() -> GraphReader.read(file, false, limit(3)))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith("the gzip stream is cut off or damaged; fetch the file again");
    }

    @Test
    void shouldRefuseMissingFileAndFolder() {
        Path missing = folder.resolve("missing.gr");

        assertThatThrownBy(() -> GraphReader.read(missing, false, limit(3)))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ": no such file; looked for " + missing);
        assertThatThrownBy(() -> GraphReader.read(folder, false, limit(3)))
                .isInstanceOf(InputException.class)
                .hasMessage(folder + ": is a folder; name a file in it");
    }

    @Test
    void shouldQuoteBinaryLineShortAndPrintable() {
        assertRefused(
                "\u0000\u0007" + "x".repeat(80),
                "1: unknown line \"??" + "x".repeat(58)
                        + "...\"; a DIMACS line starts with c, p or a, a Matrix Market file with %%MatrixMarket");
    }

    private void assertRefused(String lines, String message) {
        assertThatThrownBy(() -> read(lines.replace(';', '\n')))
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("graph") + ":" + message);
    }

    private SparseGraph read(String text) throws InputException, IOException {
        return GraphReader.read(file(text), false, limit(3));
    }

    private Path file(String text) throws IOException {
        return file(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("graph"), bytes);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return bytes.toByteArray();
    }

    private static SizeLimit limit(int vertices) {
        return new SizeLimit(vertices, 1 << 20, false);
    }
}
