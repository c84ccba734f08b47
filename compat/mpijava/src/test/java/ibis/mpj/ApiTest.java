package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tutti.mpi.CalledMethods;
import tutti.mpi.OldJars;

/** Every public member of the API's list is here, and tests call every method. */
class ApiTest {

    @Test
    void shouldHaveAllOfTheList() throws Exception {
        assertThat(OldJars.IBIS.missing()).isEmpty();
    }

    @Test
    void shouldHaveATestOfEachMethod() throws Exception {
        assertThat(CalledMethods.of(Path.of("target/test-classes/ibis")).missing(OldJars.IBIS))
                .isEmpty();
    }

    @Test
    void shouldCallEachMethodOnEachNumberOfRanks() throws Exception {
        assertThat(CalledMethods.onEachSize(Path.of("target/test-classes/ibis")).missing(OldJars.IBIS))
                .allMatch(line -> line.matches("Comm: void [aA]bort.*"));
    }
}
