package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each build takes the arguments of the usual source, the nightly run those of both. */
class NightlySourceTest {
    private static final List<String> TEXTS = new ArrayList<>();
    private static final List<List<Object>> ROWS = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = "by day, too")
    @NightlySource({"by night, only", "at midnight"})
    void shouldGiveTheWholeToATestOfOneParameter(String text) {
        TEXTS.add(text);
    }

    @ParameterizedTest
    @CsvSource("1, true, DAYS")
    @NightlySource("2, false, HOURS")
    void shouldConvertPartsAsOtherSourcesDo(int number, boolean flag, TimeUnit constant) {
        ROWS.add(List.of(number, flag, constant));
    }

    @AfterAll
    static void shouldHaveTakenNightlyOnesInTheNightlyRunOnly() {
        boolean all = Boolean.getBoolean("tutti.test.all");
        assertThat(TEXTS)
                .containsExactlyElementsOf(
                        all ? List.of("by day, too", "by night, only", "at midnight") : List.of("by day, too"));
        List<Object> day = List.of(1, true, TimeUnit.DAYS);
        assertThat(ROWS)
                .containsExactlyElementsOf(
                        all ? List.of(day, List.<Object>of(2, false, TimeUnit.HOURS)) : List.of(day));
    }
}
