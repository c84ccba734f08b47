package mpi;

import org.junit.jupiter.api.Test;
import programs.wild.Mistakes;
import programs.wild.Neighbors;
import programs.wild.Overlap;
import tutti.mpi.Rank;
import tutti.mpi.RankJobs;

/** Programs of the kind that people have written; each ends by an exception if a result is wrong. */
class WildProgramsTest {

    private static void run(Rank.Program program) {
        for (int size = 2; size <= 5; size += 3) {
            RankJobs.run(1, size, code -> {}, program);
            RankJobs.run(2, size, code -> {}, program);
        }
    }

    @Test
    void shouldContinueAfterMistakes() {
        run(() -> Mistakes.main(new String[0]));
    }

    @Test
    void shouldOverlapOperations() {
        run(() -> Overlap.main(new String[0]));
    }

    @Test
    void shouldConnectGroupsAndReadAndWriteWindows() {
        run(() -> Neighbors.main(new String[0]));
    }
}
