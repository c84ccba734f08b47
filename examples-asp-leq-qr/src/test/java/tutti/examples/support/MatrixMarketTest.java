package tutti.examples.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixMarketTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "coordinate real general;%;2 3 2;1 3 0.5;;2 1 -4e0 => 0 2 0.5, 1 0 -4.0",
                "coordinate INTEGER symmetric;2 2 1;2 1 7 => 1 0 7.0",
                "coordinate pattern general;2 2 1;2 2 => 1 1 1.0",
                "array real general;2 2;1;2;3;4 => 0 0 1.0, 1 0 2.0, 0 1 3.0, 1 1 4.0",
                "array integer symmetric;2 2;1;2;3 => 0 0 1.0, 1 0 2.0, 1 1 3.0",
            })
    void shouldGiveEntries(String text, String entries) throws Exception {
        assertThat(String.join(", ", read(text))).isEqualTo(entries);
    }

    @Test
    void shouldKnowItsKind() throws Exception {
        try (Lines lines = new Lines(file("coordinate real symmetric;3 3 1;3 1 2.5"))) {
            lines.next();
            MatrixMarket matrix = MatrixMarket.open(lines);

            assertThat(matrix.isSymmetric()).isTrue();
            assertThat(matrix.isArray()).isFalse();
            assertThat(List.of(matrix.rows(), matrix.columns(), matrix.entries()))
                    .containsExactly(3, 3, 1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            value = {
                "array pattern general;1 1;1 => 1: cannot use",
                "coordinate real skew-symmetric;1 1 0 => 1: cannot use",
                "array real symmetric;1 2;1;2 => 2: a symmetric matrix is square: rows=1 columns=2",
                "array real general;100000 100000 => 2: too large: rows=100000 columns=100000 entries=10000000000",
                "array real general;1 2;1 => 3: the file ends after 1 of entries=2",
                "array real general;1 1;1;2 => 4: more than the entries=1 of the header",
                "array real general;1 1;1 2 => 3: not an entry: \"1 2\"; expected VALUE",
                "coordinate real general;0 1 0 => 2: rows=0 is not a whole number from 1 to",
                "coordinate real general;1 1 1;1 2 3 => 3: column=2 is not in the matrix; it has columns 1 to 1",
                "coordinate real general;1 1 1;1 1 x => 3: value=x is not a number",
                "coordinate real general;1 1 1;1 1 NaN => 3: value=NaN is not a number",
            })
    void shouldRefuse(String text, String reason) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("matrix") + ":" + reason);
    }

    private List<String> read(String text) throws Exception {
        List<String> entries = new ArrayList<>();
        try (Lines lines = new Lines(file(text))) {
            lines.next();
            MatrixMarket matrix = MatrixMarket.open(lines);
            while (matrix.next()) {
                entries.add(matrix.row() + " " + matrix.column() + " " + matrix.value());
            }
        }
        return entries;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(
                folder.resolve("matrix"), MatrixMarket.BANNER + " matrix " + text.replace(';', '\n') + '\n');
    }
}
