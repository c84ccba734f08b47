package tutti.launcher.shell;

import java.io.BufferedReader;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.launcher.FurtherCommand;
import tutti.launcher.SettingsCheck;

/** The command {@code tutti shell}. */
@Command(
        name = "shell",
        description = "Reads lines of Java, and runs each on all members of a job.",
        sortOptions = false,
        footer = {
            "",
            "Each member has its own variables; 'world' is its Communicator, 'rank' its rank. Values are printed by"
                    + " rank,",
            "equal ones once. After a line that fails, all members get a new group and keep their variables. '/exit'"
                    + " or",
            "the end of the input ends the shell.",
            "",
            "Examples:",
            "  tutti shell -n 4",
            "  tutti shell -n 4 --jvms 2",
            "  echo 'world.allReduce(rank, Reductions.sum())' | tutti shell -n 4"
        })
public final class ShellCommand implements FurtherCommand {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-n", "--members"},
            paramLabel = "N",
            description = "Members (default: ${DEFAULT-VALUE}).")
    private int members = 4;

    @Option(
            names = "--jvms",
            paramLabel = "J",
            description = "JVMs over which members are spread; 1 is the shell's own (default: ${DEFAULT-VALUE}).")
    private int jvms = 1;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "Longest wait of an operation; a line has twice the time (default: ${DEFAULT-VALUE}).")
    private int deadlineSeconds = 10;

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description = "Your jars and folders of classes, separated as in a class path.")
    private String classPath = "";

    /** Made by the launcher. */
    public ShellCommand() {}

    @Override
    public Integer call() throws IOException {
        check();
        boolean isTerminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        PrintWriter out = spec.commandLine().getOut();
        String all = classPath + File.pathSeparator + System.getProperty("java.class.path");
        try (Members group = group(out);
                Session session = new Session(group, all, out)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            session.run(in, isTerminal ? "tutti> " : "");
            return session.hasFailed() && !isTerminal ? 1 : 0;
        } catch (JvmEndedException e) {
            out.flush();
            spec.commandLine().getErr().println("tutti: " + e.getMessage());
            return 1;
        }
    }

    private void check() {
        if (members < 1 || deadlineSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "members=%d deadline=%d: give 1 or more members, and 1 or more seconds"
                            .formatted(members, deadlineSeconds));
        }
        if (jvms < 1 || jvms > members) {
            throw new ParameterException(
                    spec.commandLine(),
                    "each JVM needs a member: members=%d jvms=%d; give --jvms 1 to %d"
                            .formatted(members, jvms, members));
        }
        SettingsCheck.check(List.of(), jvms, true);
    }

    private Members group(PrintWriter out) throws IOException {
        URL[] users = urls(classPath);
        Duration deadline = Duration.ofSeconds(deadlineSeconds);
        Consumer<String> printed = line -> {
            out.println(line);
            out.flush();
        };
        if (jvms > 1) {
            return new RemoteMembers(members, jvms, deadline, classPath, printed);
        }
        System.setOut(RankedOutput.stream(printed));
        // Closed when the process ends.
        return new LocalMembers(members, deadline, new URLClassLoader(users, ShellCommand.class.getClassLoader()));
    }

    private URL[] urls(String classPath) throws MalformedURLException {
        String[] entries = classPath.isEmpty() ? new String[0] : classPath.split(File.pathSeparator, -1);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            Path entry = Path.of(entries[i]);
            if (!Files.exists(entry)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no such class path entry: entry=%s; correct --class-path".formatted(entry));
            }
            urls[i] = entry.toUri().toURL();
        }
        return urls;
    }
}
