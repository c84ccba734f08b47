package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose class path does not have the jars of the MPI API that they call. */
class MpiProgramTest {
    private static final String PROPERTY = "tutti.jars.";
    private static final Map<String, String> STUBS = Map.of(
            "mpi/MPI.java",
            """
            package mpi;
            public class MPI {
                public static Comm COMM_WORLD;
                public static void Init(String[] a) {}
                public static void Finalize() {}
                public static double wtime() { return 0; }
                public static double Wtime() { return 0; }
            }
            """,
            "mpi/Comm.java",
            "package mpi; public class Comm { public int getRank() { return 0; } public int Rank() { return 0; } }",
            "mpi/MPIException.java",
            "package mpi; public class MPIException extends RuntimeException { public int getErrorCode() { return 0; }"
                    + " }",
            "ibis/mpj/MPJ.java",
            "package ibis.mpj; public class MPJ { public static void init(String[] a) {} }",
            "tutti/group/ColMember.java",
            "package tutti.group; public class ColMember {}");

    @TempDir
    private static Path stubs;

    @TempDir
    private Path folder;

    private Path classes;
    private final List<String> notes = new ArrayList<>();

    @BeforeAll
    static void makeStubs(@TempDir Path sources) throws IOException {
        compile(STUBS, sources, stubs);
    }

    @BeforeEach
    void makeJars() throws IOException {
        classes = Files.createDirectory(folder.resolve("classes"));
        for (String jar : List.of("tutti-openmpi-java", "tutti-mpijava")) {
            Path api = folder.resolve(jar);
            Files.createDirectories(api.resolve("tutti/mpi"));
            Files.createFile(api.resolve("tutti/mpi/MpiMain.class"));
            System.setProperty(PROPERTY + jar, api.toString());
        }
    }

    @AfterEach
    void forgetJars() {
        System.clearProperty(PROPERTY + "tutti-openmpi-java");
        System.clearProperty(PROPERTY + "tutti-mpijava");
    }

    private static void compile(Map<String, String> sources, Path folder, Path to) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-d", to.toString(), "-cp", stubs + File.pathSeparator + to));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    /** Returns the class path of a program that has a class Main with such a statement and a class Other. */
    private List<Path> classPath(String statement, String other, Path... more) throws IOException {
        compile(
                Map.of(
                        "Main.java",
                        "class Main { public static void main(String[] a) { %s; } }".formatted(statement),
                        "Other.java",
                        "class Other { static void go() { %s; } }".formatted(other)),
                folder.resolve("sources"),
                classes);
        List<Path> entries = new ArrayList<>(List.of(classes));
        entries.addAll(List.of(more));
        return withApi(new Program("Main", new ClassPath(entries))).classPath().entries();
    }

    private Program withApi(Program program) throws IOException {
        return MpiProgram.withApi(program, MpiProgram.calls(program), notes::add);
    }

    private static boolean isOne(Program program) throws IOException {
        return MpiProgram.isOne(program, MpiProgram.calls(program));
    }

    @ParameterizedTest
    @CsvSource({
        "mpi.MPI.COMM_WORLD.getRank(), tutti-openmpi-java",
        "mpi.MPI.COMM_WORLD.Rank(), tutti-mpijava",
        "mpi.MPI.Init(a), tutti-openmpi-java",
        "mpi.MPI.Init(a); mpi.MPI.wtime(), tutti-openmpi-java",
        "mpi.MPI.Init(a); mpi.MPI.Wtime(), tutti-mpijava",
        "new mpi.MPIException().getErrorCode(); mpi.MPI.Wtime(), tutti-mpijava",
        "ibis.mpj.MPJ.init(a), tutti-mpijava"
    })
    void shouldAddTheJarsOfTheApiThatItCalls(String statement, String jar) throws IOException {
        assertThat(classPath(statement, "")).containsExactly(classes, folder.resolve(jar));
        assertThat(notes).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Other.go(), mpi.MPI.Wtime()",
        "mpi.MPI.Init(a); Other.go(), mpi.MPI.Wtime()",
        "mpi.MPI.Init(a); new tutti.group.ColMember(); Other.go(), mpi.MPI.COMM_WORLD.Rank()"
    })
    void shouldFindCallsInAnotherClass(String statement, String other) throws IOException {
        assertThat(classPath(statement, other)).containsExactly(classes, folder.resolve("tutti-mpijava"));
    }

    @ParameterizedTest
    @CsvSource({"a.clone(), a", "new tutti.group.ColMember(); Other.go(), mpi.MPI.Wtime()"})
    void shouldLeaveOtherProgramsAsTheyAre(String statement, String other) throws IOException {
        assertThat(classPath(statement, other.equals("a") ? "" : other)).containsExactly(classes);
    }

    @ParameterizedTest
    @CsvSource({
        "mpi.MPI.Init(a), true",
        "a.clone(), true", // it may call the API by reflection
        "new tutti.group.ColMember(), false",
        "mpi.MPI.Init(a); new tutti.group.ColMember(), true"
    })
    void shouldBeOneBesideTheApiUnlessItCallsTutti(String statement, boolean isOne) throws IOException {
        Path named = folder.resolve("tutti-openmpi-java");
        classPath(statement, "", named);
        Program program = new Program("Main", new ClassPath(List.of(classes, named)));
        assertThat(isOne(program)).isEqualTo(isOne);
        assertThat(isOne(new Program("Main", new ClassPath(List.of(classes))))).isFalse();
    }

    @Test
    void shouldPrecedeTheOldJar() throws IOException {
        Path jar = folder.resolve("tutti-mpijava");
        assertThat(classPath("mpi.MPI.Wtime()", "", stubs)).containsExactly(jar, classes, stubs);
        assertThat(notes).containsExactly("the package mpi is that of tutti-mpijava, in place of the one in " + stubs);
    }

    @Test
    void shouldLeaveAClassPathThatHasAnApi() throws IOException {
        Path named = folder.resolve("tutti-openmpi-java");
        assertThat(classPath("mpi.MPI.Wtime()", "", named)).containsExactly(classes, named);
    }

    @Test
    void shouldLeaveTheClassPathIfNoJarsAreKnown() throws IOException {
        System.clearProperty(PROPERTY + "tutti-mpijava");
        assertThat(classPath("mpi.MPI.Wtime()", "")).containsExactly(classes);
    }

    @Test
    void shouldLeaveWhatTheJvmRefuses() throws IOException {
        Files.write(classes.resolve("Main.class"), new byte[] {1, 2, 3});
        Program program = new Program("Main", new ClassPath(List.of(classes)));
        assertThat(withApi(program)).isEqualTo(program);
    }
}
