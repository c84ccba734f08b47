package tutti.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ContentTest {
    private static final long SEED = 3;
    private static final long END = 1_000_000 + SEED;

    @Test
    void shouldAcceptWhatWasMade() {
        accepts(new Content.Bytes(1, Content.ENDS));
        accepts(new Content.Bytes(300, Content.ENDS));
        accepts(new Content.Doubles(300, Content.ENDS));
        accepts(new Content.Matrices(20, Content.ENDS));
        accepts(new Content.Longs());
        accepts(new Content.Ints(1, Content.ENDS, Benchmark.BROADCAST));
        accepts(new Content.Ints(300, Content.ENDS, Benchmark.BROADCAST));
    }

    @Test
    void shouldAcceptSums() {
        acceptsSums(new Content.Bytes(300, Content.ENDS));
        acceptsSums(new Content.Doubles(300, Content.ENDS));
        acceptsSums(new Content.Matrices(20, Content.ENDS));
        acceptsSums(new Content.Longs());
        acceptsSums(new Content.Ints(300, Content.ENDS, Benchmark.ALLREDUCE));
    }

    @Test
    void shouldAcceptWhatOtherReductionsBring() {
        for (Benchmark benchmark : List.of(Benchmark.REDUCE_MAX, Benchmark.REDUCE_NOP)) {
            Content.Ints content = new Content.Ints(300, Content.ENDS, benchmark);
            int[] reduced = content.operator()
                    .reduce(content.stamped(content.make(0), END), content.stamped(content.make(1), END + 1));
            long ranks = benchmark.reducedRanks(2);
            assertThatCode(() -> content.checkAll(reduced, benchmark.scale(2), ranks, END + ranks))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void shouldFindOneWrongElement() {
        findsChange(new Content.Bytes(300, Content.ENDS), value -> value[150]++);
        findsChange(new Content.Doubles(300, Content.ENDS), value -> value[298]++);
        findsChange(new Content.Matrices(20, Content.ENDS), value -> value[0][1]++);
        findsChange(new Content.Ints(300, Content.ENDS, Benchmark.BROADCAST), value -> value[150]++);
    }

    @Test
    void shouldFindAnotherLength() {
        assertThatExceptionOfType(WrongDataException.class)
                .isThrownBy(() -> new Content.Bytes(8, Content.ENDS).checkEnds(new byte[7], 0))
                .withMessageContaining("expected length=8 actual length=7");
    }

    @Test
    void shouldTellIterationsApartByTheEnds() {
        Content.Bytes content = new Content.Bytes(8, Content.ENDS);
        byte[] value = content.stamped(content.make(SEED), END);
        assertThatExceptionOfType(WrongDataException.class).isThrownBy(() -> content.checkEnds(value, END + 1));
    }

    @Test
    void shouldTellIterationsApartInEveryCacheLineOfAFreshBlock() {
        Block block = new Block(Benchmark.LATENCY, PayloadKind.ARRAY, 1000, 1, Block.Mode.TIMED, true);
        Content.Bytes content = Content.Bytes.of(block);
        byte[] value = content.stamped(content.make(SEED), END);
        assertThatCode(() -> content.checkAll(value, 1, SEED, END)).doesNotThrowAnyException();
        for (int line = 0; line < 1000; line += 64) {
            value[line]++;
            assertThatExceptionOfType(WrongDataException.class).isThrownBy(() -> content.checkEnds(value, END));
            value[line]--;
        }
    }

    private static <T> void accepts(Content<T> content) {
        T value = content.stamped(content.make(SEED), END);
        assertThatCode(() -> content.checkAll(value, 1, SEED, END)).doesNotThrowAnyException();
    }

    private static <T> void acceptsSums(Content<T> content) {
        T left = content.stamped(content.make(SEED), END);
        T right = content.stamped(content.make(SEED + 1), END + 1);
        T sum = content.operator().reduce(left, right);
        assertThatCode(() -> content.checkAll(sum, 2, 2 * SEED + 1, 2 * END + 1))
                .doesNotThrowAnyException();
    }

    private static <T> void findsChange(Content<T> content, Consumer<T> change) {
        T value = content.stamped(content.make(SEED), END);
        change.accept(value);
        assertThatExceptionOfType(WrongDataException.class)
                .isThrownBy(() -> content.checkAll(value, 1, SEED, END))
                .withMessageContaining("index=");
    }
}
