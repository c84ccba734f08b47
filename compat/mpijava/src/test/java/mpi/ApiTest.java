package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tutti.mpi.CalledMethods;
import tutti.mpi.OldJars;

/** Every public member of the API's list is here, and tests call every method. */
class ApiTest {

    @Test
    void shouldHaveAllOfTheList() throws Exception {
        assertThat(OldJars.MPJ_EXPRESS.api().missing()).isEmpty();
    }

    @Test
    void shouldReadAList() {
        assertThat(OldJars.MPJ_EXPRESS.api().lines())
                .hasSizeGreaterThan(200)
                .allMatch(line -> line.matches("[\\w$]+: .+"));
    }

    @Test
    void shouldHaveATestOfEachMethod() throws Exception {
        assertThat(CalledMethods.of(Path.of("target/test-classes/mpi")).missing(OldJars.MPJ_EXPRESS.api()))
                .isEmpty();
    }
}
