package tutti.examples.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.examples.support.InputException;

class CsvPointsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "name,x,y|\"a, b\",1,2.5|c,-3, 4e0 => '' => [x, y] [1.0, 2.5, -3.0, 4.0]",
                "name,x,y|a,1,2|b,3,4 => y,x => [y, x] [2.0, 1.0, 4.0, 3.0]",
                "1,2,3|4,5,6 => 3 => [column 3] [3.0, 6.0]",
                "1,2|3,4 => '' => [column 1, column 2] [1.0, 2.0, 3.0, 4.0]",
            })
    void shouldRead(String text, String columns, String expected) throws Exception {
        Points points = read(text, columns, null);

        assertThat(points.names() + " " + Arrays.toString(points.coordinates())).isEqualTo(expected);
    }

    @Test
    void shouldReadWithOtherSeparators() throws Exception {
        assertThat(read("x;y|1;2", null, ';').coordinates()).containsExactly(1, 2);

        Path tabs = Files.writeString(folder.resolve("points.tsv"), "x\ty\n1\t2\n");
        assertThat(CsvPoints.read(tabs, null, List.of()).names()).containsExactly("x", "y");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "x,y|1,2|3,? => '' => :3: y=\"?\" is not a number; correct it, or leave the column out (--columns)",
                "x,y|1,2|3 => '' => :3: too few columns: 1 of 2",
                "x,y|1,1e200 => '' => :2: y=1e200 is too large, limit=1.0E100",
                "x,y => '' => : no points; the file has only a line of titles",
                "x,y|a,b => '' => :2: no column is a number; is the separator another? (--separator)",
                "x,y|1,2 => z => : no column=z; it has x, y",
                "x,y|1,2 => 3 => : no column=3; it has x, y",
            })
    void shouldRefuse(String text, String columns, String reason) {
        assertThatThrownBy(() -> read(text, columns, null))
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("points.csv") + reason);
    }

    @Test
    void shouldRefuseLineWithTooManyColumns() {
        assertThatThrownBy(() -> read("x,y|1,2|3,4,5", null, null))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("points.csv") + ": ")
                .hasMessageContaining("3");
    }

    @Test
    void shouldRefuseEmptyAndMissingFile() {
        assertThatThrownBy(() -> read("", null, null))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith("points.csv: the file is empty");
        assertThatThrownBy(() -> CsvPoints.read(folder.resolve("none.csv"), null, List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("none.csv: no such file; looked for ");
        assertThatThrownBy(() -> CsvPoints.read(folder, null, List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": is a folder; name a file in it");
    }

    private Points read(String text, String columns, Character separator) throws InputException, IOException {
        Path file =
                Files.writeString(folder.resolve("points.csv"), text.isEmpty() ? "" : text.replace('|', '\n') + '\n');
        return CsvPoints.read(
                file, separator, columns == null || columns.isEmpty() ? List.of() : List.of(columns.split(",")));
    }
}
