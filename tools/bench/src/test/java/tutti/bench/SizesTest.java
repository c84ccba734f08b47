package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "8, 8", "1k, 1024", "64K, 65536", "1m, 1048576", "16M, 16777216", "1g, 1073741824"})
    void shouldReadSizes(String text, int bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1 | 1 B", "1000 | 1,000 B", "1024 | 1 KiB", "1536 | 1,536 B", "65536 | 64 KiB", "3145728 | 3 MiB"
            })
    void shouldWriteSizes(int bytes, String text) {
        assertThat(Sizes.text(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "1.5k", "1kb", "0", "0m", "2g", "99999999999", "9999999999g"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Sizes.parse(text)).withMessageContaining("size=" + text);
    }

    @Test
    void shouldRefuseSizesThatAPayloadCannotHave() {
        assertThat(Sizes.refusal(Benchmark.LATENCY, PayloadKind.ARRAY, 3)).isNull();
        assertThat(Sizes.refusal(Benchmark.REDUCE, PayloadKind.ARRAY, 16)).isNull();
        assertThat(Sizes.refusal(Benchmark.REDUCE, PayloadKind.ARRAY, 3)).contains("size=3", "multiples of 8");
        assertThat(Sizes.refusal(Benchmark.LATENCY, PayloadKind.OBJECT, 8)).isNull();
        assertThat(Sizes.refusal(Benchmark.LATENCY, PayloadKind.OBJECT, 65536)).isNull();
        assertThat(Sizes.refusal(Benchmark.LATENCY, PayloadKind.OBJECT, 128)).contains("size=128", "4*n*n");
    }
}
