package mpi;

import org.junit.jupiter.api.Test;
import programs.wild.Mistakes;
import programs.wild.Neighbors;
import programs.wild.Overlap;
import tutti.mpi.RankJobs;

/** Programs of the kind that people have written; each ends by an exception if a result is wrong. */
class WildProgramsTest {

    @Test
    void shouldContinueAfterMistakes() {
        RankJobs.onEachSize(() -> Mistakes.main(new String[0]));
    }

    @Test
    void shouldOverlapOperations() {
        RankJobs.onEachSize(2, () -> Overlap.main(new String[0]));
    }

    @Test
    void shouldConnectGroupsAndReadAndWriteWindows() {
        RankJobs.onEachSize(2, () -> Neighbors.main(new String[0]));
    }
}
