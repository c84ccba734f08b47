package tutti.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the commands of jobs that are Java programs: they are started by {@code tutti run}, as a user's are. */
public final class JavaJob {
    private static final String LAUNCHER = "tutti.launcher.TuttiCommand";

    /** System property with the lines of a command that runs {@code tutti}: tests have one that starts from a cache. */
    public static final String COMMAND = "tutti.bench.command";

    private JavaJob() {}

    /** Returns a command that runs a class from where it was loaded. */
    public static List<String> command(
            Class<?> program, int members, int jvms, List<String> options, String... arguments) {
        return command(program.getName(), members, jvms, null, List.of(place(program)), options, arguments);
    }

    /**
     * Returns a command that runs a class from where it was loaded, in processes that are not bound.
     *
     * @param transport between JVMs; null: what Tutti chooses
     */
    public static List<String> command(
            Class<?> program,
            int members,
            int jvms,
            @Nullable Transport transport,
            List<String> options,
            String... arguments) {
        List<String> withTransport = new ArrayList<>(transport == null ? List.of() : transport.arguments());
        withTransport.addAll(List.of(arguments));
        String[] all = withTransport.toArray(String[]::new);
        MpiTools tools = transport == null ? null : transport.mpi();
        return tools != null
                ? MpiJob.command(tools, program, members, jvms, "none", options, all)
                : command(program, members, jvms, options, all);
    }

    /**
     * Returns a command that runs a class, by name, in JVMs that the launcher of an MPI library starts and does not
     * bind.
     *
     * @param transport one of an MPI library, which is installed
     * @param classPath with the device: {@link #devices}
     */
    public static List<String> overMpi(
            Transport transport,
            String program,
            String classPath,
            int members,
            int jvms,
            List<String> options,
            String... arguments) {
        String[] all = Stream.concat(transport.arguments().stream(), Stream.of(arguments))
                .toArray(String[]::new);
        MpiTools tools = Objects.requireNonNull(transport.mpi(), "not over MPI: transport=" + transport);
        return MpiJob.command(tools, program, classPath, members, jvms, "none", options, all);
    }

    /** Returns the class path of devices; empty in a build under way, where the JVM's own has them. */
    public static String devices() {
        return MpiJob.devices();
    }

    /** Returns a command that runs a class from where it was loaded, in processes that are bound as a setup says. */
    static List<String> command(Class<?> program, int members, int jvms, Setup setup, String... arguments) {
        return command(
                program.getName(),
                members,
                jvms,
                setup.bindTo(),
                List.of(place(program)),
                setup.jvmOptions(),
                arguments);
    }

    /** Returns a command that runs a class, by name, from some jars or folders of classes. */
    static List<String> command(
            String program,
            int members,
            int jvms,
            @Nullable String bindTo,
            List<Path> places,
            List<String> options,
            String... arguments) {
        List<String> command = new ArrayList<>(tutti(List.of()));
        command.add("run");
        command.addAll(List.of("--members", Integer.toString(members), "--jvms", Integer.toString(jvms)));
        if (bindTo != null) {
            command.addAll(List.of("--bind-to", bindTo));
        }
        List<String> classPath = places.stream().map(Path::toString).toList();
        command.addAll(List.of("--class-path", String.join(File.pathSeparator, classPath)));
        command.add("-J-Dtutti.without-master=true"); // a peer's program has none, and the launcher would miss it
        options.forEach(option -> command.add("-J" + option));
        command.add(program);
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Returns the beginning of a command that runs {@code tutti} itself, as its script does.
     *
     * @param options of its JVM, which come after those of a command that is given
     */
    public static List<String> tutti(List<String> options) {
        List<String> command = new ArrayList<>();
        String given = System.getProperty(COMMAND);
        if (given != null) {
            command.addAll(given.lines().toList());
            command.addAll(command.indexOf("-cp"), options);
            return command;
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LAUNCHER));
        return command;
    }

    /** Returns the jar or folder that a class comes from. */
    static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
