package tutti.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests of an API that run larger programs, whose class files were compiled against the old jar. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OldProgramTests {
    private final OldJar jar;
    private final List<Path> sources;
    private @Nullable Path folder;

    /** Takes the old jar, and the names of the programs' classes in {@code programs.wild}. */
    protected OldProgramTests(OldJar jar, String... names) {
        this.jar = jar;
        sources = List.of(names).stream()
                .map(name -> Path.of("src/test/java/programs/wild", name + ".java"))
                .toList();
    }

    /** Returns the programs, which may write files to a folder. */
    protected abstract List<OldProgram> programs(Path files);

    @BeforeAll
    void compile(@TempDir Path classes) throws Exception {
        folder = classes;
        jar.compile(classes, sources.toArray(Path[]::new));
    }

    private Path folder() {
        return Objects.requireNonNull(folder, "compile() comes first");
    }

    List<OldProgram> all() {
        return programs(folder());
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRunInThisJvm(OldProgram program) throws Exception {
        program.assertRunsInThisJvm(folder());
    }

    /** Returns the first program, in the nightly run all. */
    List<OldProgram> sample() {
        return Boolean.getBoolean("tutti.test.all") ? all() : all().subList(0, 1);
    }

    @ParameterizedTest
    @MethodSource("sample")
    void shouldRunInJvms(OldProgram program) throws Exception {
        program.assertRuns(folder(), program.options());
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("all")
    void shouldRunInJvmsOfEachKind(OldProgram program) throws Exception {
        program.assertRunsInJvmsOfEachKind(folder());
    }
}
