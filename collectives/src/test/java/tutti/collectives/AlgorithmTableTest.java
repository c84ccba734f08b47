package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table chooses, and what it says of a wrong one. */
class AlgorithmTableTest {
    private static final String REST = AlgorithmTable.operations().stream()
            .filter(operation -> !operation.equals("allReduce"))
            .map(operation -> "%s members<=any bytes<=any %s"
                    .formatted(operation, AlgorithmTable.algorithms(operation).getFirst()))
            .collect(Collectors.joining("\n", "\n", "\n"));

    private static final String TABLE = """
        # a comment
        allReduce  members<=2    bytes<=8K   doubling # another
        allReduce  members<=any  bytes<=512  tree
        allReduce  members<=4    bytes<=any  halving
        allReduce  members<=any  bytes<=any  exchange
        """;

    @ParameterizedTest
    @CsvSource({
        "2, 8192, doubling",
        "2, 8193, halving",
        "3, 512, tree",
        "4, 513, halving",
        "5, 512, tree",
        "5, 513, exchange",
        "2000000000, 9000000000000, exchange"
    })
    void shouldTakeTheFirstRowThatFits(int members, long bytes, String algorithm) {
        AlgorithmTable table = AlgorithmTable.parse(TABLE + REST, "test");
        assertThat(table.choose("allReduce", members, bytes)).isEqualTo(algorithm);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allreduce members<=2 bytes<=8 tree | test:1: operation must be one of [broadcast, reduce, allReduce,"
                        + " scatter, gather, allGather, allToAll]: got=allreduce",
                "allReduce members<=2 bytes<=8 ring | test:1: algorithm of allReduce must be one of [tree, doubling,"
                        + " halving, exchange, shared]: got=ring",
                "allReduce members<=any bytes<=any shared | no row for every case: table=test operation=allReduce",
                "scatter members<=any bytes<=8 shared | algorithm of scatter must be one of [binomial, linear]:"
                        + " got=shared",
                "allReduce members<=2 bytes<=8 | test:1: needs 'OPERATION members<=N bytes<=B ALGORITHM':"
                        + " got=allReduce",
                "allReduce bytes<=8 members<=2 tree | limit must be members<=N",
                "allReduce members<=2k bytes<=8 tree | got=members<=2k",
                "allReduce members<=2 bytes<=-8 tree | got=bytes<=-8",
                "allReduce members<=2 bytes<= tree | got=bytes<=",
                "allReduce members<=2 bytes<=9999999999999999g tree | got=bytes<=9999999999999999g",
                "allReduce members<=any bytes<=64k tree | no row for every case: table=test operation=allReduce; end"
                        + " its rows with 'allReduce members<=any bytes<=any tree'"
            })
    void shouldSayWhatIsWrong(String row, String message) {
        assertThatThrownBy(() -> AlgorithmTable.parse(row + REST, "test"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldPassOverSharedRowsWhereMessagesAreExchanged() {
        AlgorithmTable table = AlgorithmTable.parse("allReduce members<=any bytes<=1k shared\n" + TABLE + REST, "test");
        assertThat(table.isShared("allReduce", 5, 1024)).isTrue();
        assertThat(table.isShared("allReduce", 5, 1025)).isFalse();
        assertThat(table.mayBeShared("allReduce")).isTrue();
        assertThat(table.mayBeShared("reduce")).isFalse();
        assertThat(table.choose("allReduce", 5, 512)).isEqualTo("tree");
    }

    @Test
    void shouldRefuseARowThatNeverCounts() {
        assertThatThrownBy(() -> AlgorithmTable.parse(TABLE + "allReduce members<=8 bytes<=1k tree" + REST, "test"))
                .hasMessageContainingAll("never counts", "test:6", "members<=any bytes<=any exchange");
    }

    @Test
    void shouldRefuseAFileThatIsNotThere() {
        assertThatThrownBy(() -> AlgorithmTable.read(Path.of("no-such-table")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cannot read the algorithm table", "no-such-table");
    }

    @Test
    void shouldHaveATextThatIsTheSameTable() {
        for (AlgorithmTable table :
                new AlgorithmTable[] {AlgorithmTable.standard(), AlgorithmTable.parse(TABLE + REST, "test")}) {
            assertThat(AlgorithmTable.parse(table.text(), "again").text()).isEqualTo(table.text());
        }
    }
}
