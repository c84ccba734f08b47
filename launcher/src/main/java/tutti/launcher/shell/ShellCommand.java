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
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.launcher.FurtherCommand;

/** The command {@code tutti shell}. */
@Command(
        name = "shell",
        description = "Reads lines of Java, and runs each on all members of a job in this JVM.",
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
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "Longest wait of an operation (default: ${DEFAULT-VALUE}).")
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
        if (members < 1 || deadlineSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "members=%d deadline=%d: give 1 or more members, and 1 or more seconds"
                            .formatted(members, deadlineSeconds));
        }
        boolean isTerminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        PrintWriter out = spec.commandLine().getOut();
        String all = classPath + File.pathSeparator + System.getProperty("java.class.path");
        // Closed when the process ends.
        URLClassLoader classes = new URLClassLoader(urls(classPath), ShellCommand.class.getClassLoader());
        try (ShellGroup group = new ShellGroup(members, Duration.ofSeconds(deadlineSeconds));
                Session session = new Session(group, all, classes, out)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            session.run(in, isTerminal ? "tutti> " : "");
            return session.hasFailed() && !isTerminal ? 1 : 0;
        }
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
