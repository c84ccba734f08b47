package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.mpi.ApiList;
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

    @Test
    void shouldNoticeWhatIsMissing() throws Exception {
        ApiList more = new ApiList(
                "mpi", List.of("Comm: int Size() throws", "Comm: int Size(int) throws", "Group: field int none"));

        assertThat(more.missing()).containsExactly("Comm: int Size(int) throws", "Group: field int none");
        assertThat(CalledMethods.of(Path.of("target/test-classes/mpi")).missing(more))
                .containsExactly("Comm: int Size(int) throws");
    }

    @Test
    void shouldCallEachMethodOnEachNumberOfRanks() throws Exception {
        assertThat(CalledMethods.onEachSize(Path.of("target/test-classes/mpi")).missing(OldJars.MPJ_EXPRESS.api()))
                .allMatch(line -> line.matches("Comm: void [aA]bort.*"));
    }
}
