package tutti.jgf.section2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.Small;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteMember;

/** Small problems have the same bits for any number of members, also if there are more members than parts. */
class SmallProblemsTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7, 8, 9, 20})
    void shouldRelaxTheSameGrid(int members) {
        assertSameBits(members, member -> Sor.run(member, new Sor.Problem(11, 10, 0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7, 8, 13})
    void shouldSolveTheSameEquations(int members) {
        assertSameBits(members, member -> LuFact.run(member, new LuFact.Problem(12, 6)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSolveEquationsThatAreThereTwice(int members) {
        Outcome outcome = Small.run(members, member -> LuFact.run(member, new LuFact.Problem(256, 6)));
        assertThat(outcome.isValid()).as(outcome.checks().toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7, 8, 13})
    void shouldMultiplyTheSameMatrix(int members) {
        assertSameBits(members, member -> SparseMatmult.run(member, new SparseMatmult.Problem(10, 100, 5, 0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7, 8})
    void shouldFindTheSameCoefficients(int members) {
        assertSameBits(members, member -> Series.run(member, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7, 8, 13})
    void shouldDecryptShortTexts(int members) {
        assertThat(Small.run(members, member -> Crypt.run(member, 80)).isValid())
                .isTrue();
    }

    @Test
    void shouldNoticeAWrongResult() {
        Outcome outcome = Small.run(2, member -> Sor.run(member, new Sor.Problem(11, 10, 1)));
        assertThat(outcome.isValid()).isFalse();
        assertThat(outcome.checks().getFirst().toString())
                .startsWith("sum of the inner points: expected=1.0 actual=")
                .endsWith(" tolerance=1.0E-12");
    }

    private static void assertSameBits(int members, Function<SuiteMember, @Nullable Outcome> kernel) {
        Outcome alone = Small.run(1, kernel);
        assertThat(alone.checks()).allMatch(check -> Double.isFinite(check.actual()));
        assertThat(Small.run(members, kernel).checks())
                .extracting(Check::actual)
                .isEqualTo(alone.checks().stream().map(Check::actual).toList());
    }
}
