package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that compute with blocks give the same result in several JVMs as in one. */
class BlocksOverProcessesTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "matmul, --size=40 --panel=8 --verify, verified: the product is EJML's",
        "stencil, --dimensions=3 --cells=9 --steps=5 --overlap, 'stencil: 9 x 9 x 9 cells, 5 steps'"
    })
    void shouldGiveTheSameResult(String program, String arguments, String proof) throws Exception {
        String[] words = arguments.split(" ", -1);

        String several = Programs.launch(List.of("-n3", "--jvms=2"), program, words);
        String one = Programs.launch(List.of("-n2"), program, words);

        assertThat(several).contains("members: 3 in 2 processes", proof);
        assertThat(checksum(several)).isEqualTo(checksum(one));
    }

    private static String checksum(String output) {
        assertThat(output).containsPattern("checksum: \\w{16}");
        return output.replaceAll("(?s).*checksum: (\\w{16}).*", "$1");
    }
}
