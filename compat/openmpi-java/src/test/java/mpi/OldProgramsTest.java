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
        super(OldJars.OPEN_MPI, "Plate", "Particles", "Spectrum", "Check");
    }

    @Override
    protected List<OldProgram> programs(Path files) {
        return List.of(
                new OldProgram("programs.wild.Plate", "plate: heat=110.867776 change=0.004845", "-n4 --isolate")
                        .with(files.resolve("plate")),
                new OldProgram(
                        "programs.wild.Particles",
                        "particles: places=102.600000 farthest=27",
                        "-n7 --isolate --jvms=2"),
                new OldProgram("programs.wild.Spectrum", "spectrum: peaks=4 origin=1.000000", "-n2 --jvms=1"));
    }
}
