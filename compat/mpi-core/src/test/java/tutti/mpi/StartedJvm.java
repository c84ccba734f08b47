package tutti.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.messaging.JvmCache;
import tutti.messaging.SlurmCluster;

/**
 * A JVM, or a command that starts some, with this test's class path, which has ended.
 *
 * @param output what it has written, to standard error, too
 */
public record StartedJvm(int exitCode, String output) {

    /** The java command of this JVM. */
    public static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** This JVM's class path. */
    public static final String CLASS_PATH = System.getProperty("java.class.path");

    /** Starts a JVM with a program of this JVM's class path. */
    public static StartedJvm run(String program, String... arguments) throws IOException, InterruptedException {
        return command(Map.of(), with(JvmCache.program(program), arguments));
    }

    /** Starts the {@code tutti} command. */
    public static StartedJvm tutti(String... arguments) throws IOException, InterruptedException {
        return command(Map.of(), with(JvmCache.launcher(), arguments));
    }

    /** Starts a program of this JVM's class path by {@code tutti run}. */
    public static StartedJvm launch(List<String> options, String... program) throws IOException, InterruptedException {
        return launch(JvmCache.launcher("-Dtutti.examples=" + CLASS_PATH), options, program);
    }

    /** Starts a program of a folder, whose classes precede those of this JVM's class path, by {@code tutti run}. */
    public static StartedJvm launch(List<String> options, Path folder, String... program)
            throws IOException, InterruptedException {
        List<String> all = with(options, "-cp", folder + File.pathSeparator + CLASS_PATH);
        return launch(JvmCache.launcher(), all, program);
    }

    /**
     * Starts a program of a class path by {@code tutti run}, which knows where an API's jar is, but whose class path
     * does not have it.
     *
     * @param api a class of the API
     * @param jar its jar's name without the version
     */
    public static StartedJvm launchOld(
            Class<?> api, String jar, List<String> options, String classPath, String... program)
            throws IOException, InterruptedException {
        List<String> jars = List.of(place(api), place(MpiMain.class));
        List<String> others = new ArrayList<>(List.of(CLASS_PATH.split(File.pathSeparator)));
        assertThat(others).containsAll(jars);
        others.removeAll(jars);
        List<String> command = with(List.of(JAVA), JvmCache.QUICK_START.toArray(String[]::new));
        command.add("-Dtutti.jars.%s=%s".formatted(jar, String.join(File.pathSeparator, jars)));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, others), "tutti.launcher.TuttiCommand"));
        return launch(command, with(options, "-cp", classPath), program);
    }

    /**
     * Starts a source file by {@code tutti run}, as {@link #launchOld} does: two ranks, each of which says
     * {@code rank 0 of 2}.
     *
     * @param folder gets the file
     * @param rank name of the API's method that returns a rank
     * @param size name of the one that returns the number of ranks
     */
    public static StartedJvm launchSource(Class<?> api, String jar, Path folder, String rank, String size)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("Ranks.java"), """
            import mpi.MPI;
            import mpi.MPIException;

            class Ranks {
                public static void main(String[] args) throws MPIException {
                    MPI.Init(args);
                    System.out.println("rank " + MPI.COMM_WORLD.%s() + " of " + MPI.COMM_WORLD.%s());
                    MPI.Finalize();
                }
            }
            """.formatted(rank, size));
        return launchOld(api, jar, List.of("-n", "2"), folder.toString(), file.toString());
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static StartedJvm launch(List<String> launcher, List<String> options, String... program)
            throws IOException, InterruptedException {
        List<String> command = with(launcher, "run");
        JvmCache.QUICK_START.forEach(option -> command.add("-J" + option));
        command.addAll(options);
        return command(Map.of(), with(command, program));
    }

    /** Starts a program by {@code srun}, four JVMs on two nodes. */
    public static StartedJvm bySrun(SlurmCluster cluster, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = with(List.of("srun", "-n", "4", "--nodes=2", "--overcommit"));
        command.addAll(JvmCache.program(program, "-Djdk.net.hosts.file=" + cluster.names()));
        return command(cluster.environment(), with(command, arguments));
    }

    /** Starts a command, for which {@code java} is this JVM's, with some more environment; waits until it ends. */
    public static StartedJvm command(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Process process = builder(environment, command).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new StartedJvm(process.waitFor(), output);
    }

    /** Prepares a command whose standard error is its output. */
    public static ProcessBuilder builder(Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_"));
        builder.environment().putAll(environment);
        builder.environment().put("PATH", Path.of(JAVA).getParent() + File.pathSeparator + System.getenv("PATH"));
        return builder;
    }

    private static List<String> with(List<String> first, String... others) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(others));
        return all;
    }
}
