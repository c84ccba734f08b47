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
        assertThat(OldJars.OPEN_MPI.api().missing()).isEmpty();
    }

    @Test
    void shouldReadAList() {
        assertThat(OldJars.OPEN_MPI.api().lines())
                .hasSizeGreaterThan(550)
                .allMatch(line -> line.matches("[\\w$]+: .+"));
    }

    @Test
    void shouldHaveATestOfEachMethod() throws Exception {
        assertThat(CalledMethods.of(Path.of("target/test-classes/mpi")).missing(OldJars.OPEN_MPI.api()))
                .allMatch(line -> line.matches("Count: int compareTo.*")); // generic
    }

    @Test
    void shouldNoticeWhatIsMissing() throws Exception {
        ApiList more = new ApiList(
                "mpi", List.of("Comm: int getSize() throws", "Comm: int getSize(int) throws", "Group: field int none"));

        assertThat(more.missing()).containsExactly("Comm: int getSize(int) throws", "Group: field int none");
        assertThat(CalledMethods.of(Path.of("target/test-classes/mpi")).missing(more))
                .containsExactly("Comm: int getSize(int) throws");
    }

    @Test
    void shouldCallEachMethodOnEachNumberOfRanks() throws Exception {
        assertThat(CalledMethods.onEachSize(Path.of("target/test-classes/mpi")).missing(OldJars.OPEN_MPI.api()))
                .allMatch(line -> line.matches("Count: int compareTo.*|Comm: void abort.*|Intracomm:"
                        + " .*(spawn|(publish|unpublish|lookup)Name).*"));
    }
}
