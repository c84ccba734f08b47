package mpi;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import programs.wild.Groups;
import programs.wild.Halo;
import programs.wild.Layouts;
import programs.wild.Mail;
import programs.wild.MatrixVector;
import programs.wild.Mistakes;
import programs.wild.Operators;
import programs.wild.Polling;
import programs.wild.Rounds;
import programs.wild.Threads;
import tutti.mpi.Rank;
import tutti.mpi.RankJobs;

/** Programs of the kind that people have written; each ends by an exception if a result is wrong. */
class WildProgramsTest {

    record Program(String name, Rank.Program main) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Program> programs() {
        return Stream.of(
                new Program("Groups", () -> Groups.main(new String[0])),
                new Program("Halo", () -> Halo.main(new String[0])),
                new Program("Layouts", () -> Layouts.main(new String[0])),
                new Program("Mail", () -> Mail.main(new String[0])),
                new Program("MatrixVector", () -> MatrixVector.main(new String[0])),
                new Program("Mistakes", () -> Mistakes.main(new String[0])),
                new Program("Operators", () -> Operators.main(new String[0])),
                new Program("Polling", () -> Polling.main(new String[0])),
                new Program("Rounds", () -> Rounds.main(new String[] {"an argument"})),
                new Program("Threads", () -> Threads.main(new String[0])));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldRunInOneProcessAndInTwo(Program program) {
        RankJobs.onEachSize(2, program.main());
    }
}
