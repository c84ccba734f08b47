package mpi;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.mpi.OldJars;
import tutti.mpi.OldProgram;
import tutti.mpi.OldProgramTests;

/** Larger programs, each of which compares its result with what one rank computes. */
@Isolated // reads standard output
class OldProgramsTest extends OldProgramTests {

    OldProgramsTest() {
        super(OldJars.MPJ_EXPRESS, "Queens", "Cannon", "SampleSort", "Check");
    }

    @Override
    protected List<OldProgram> programs(Path files) {
        return List.of(
                new OldProgram("programs.wild.Queens", "queens: solutions=92", "-n4 --isolate"),
                new OldProgram("programs.wild.Cannon", "cannon: trace=-164.0", "-n7 --jvms=2"),
                new OldProgram("programs.wild.SampleSort", "sort: weighted=147114959406", "-n2 --jvms=1"));
    }
}
