package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that compute with blocks give the same result in several JVMs as in one. */
class BlocksOverProcessesTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "matmul, --size=40 --panel=8 --verify, a734aeb8768b42ac, verified: the product is EJML's",
        "stencil, --dimensions=3 --cells=9 --steps=5 --overlap, 8d09d9815f7e5dba, 'grid: 3 x 1 x 1'"
    })
    void shouldGiveTheSameResult(String program, String arguments, String ofOneJvm, String proof) throws Exception {
        assertGives(program, arguments, ofOneJvm, proof);
    }

    @Tag("nightly")
    @Test
    void shouldGiveTheSameFactors() throws Exception {
        assertGives(
                "block-qr", "--size=40 --block=6 --verify", "8e0ff460209434c5", "verified: Q R is A, and R is EJML's");
    }

    private static void assertGives(String program, String arguments, String ofOneJvm, String proof) throws Exception {
        String output = Programs.launch(List.of("-n3", "--jvms=2"), program, arguments.split(" ", -1));

        assertThat(output).contains("members: 3 in 2 processes", "checksum: " + ofOneJvm, proof);
    }
}
