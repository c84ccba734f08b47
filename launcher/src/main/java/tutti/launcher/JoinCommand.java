package tutti.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tutti join}: starts JVMs that groups of a running job take in. */
@Command(
        name = JoinCommand.NAME,
        description = "Starts JVMs on this host that join a job which runs already, when one of its groups grows.",
        sortOptions = false,
        customSynopsis = "tutti join [-n N] [--[no-]tls] [--keep-going] [-cp PATH]... [-J OPTION]..."
                + " HOST:PORT[,HOST:PORT]... PROGRAM [ARGUMENT...]",
        footer = {
            "",
            "Each JVM waits until the job takes it in, at the first of its ports that answers. The job must have been",
            "started with 'tutti run --join-port PORT', or with TUTTI_JOIN_PORT. What is set in TUTTI_ variables"
                    + " counts",
            "as for the job: its secret (TUTTI_SECRET_FILE or TUTTI_SECRET), if it has another than this user's own.",
            "",
            "Examples:",
            "  tutti run -n 3 --jvms 3 --join-port 24100 -cp my.jar my.Main",
            "  tutti join -cp my.jar 127.0.0.1:24100,127.0.0.1:24101 my.Main"
        })
final class JoinCommand implements Callable<Integer> {
    static final String NAME = "join";

    @Option(
            names = {"-n", "--jvms"},
            paramLabel = "N",
            description = "JVMs, each with one member (default: ${DEFAULT-VALUE}).")
    private int jvms = 1;

    @Option(
            names = "--tls",
            negatable = true,
            description = "Encrypt what the JVMs exchange over sockets; as the job does.")
    private @Nullable Boolean tls;

    @Option(names = "--keep-going", description = "Let the other JVMs continue when one fails or is killed.")
    private boolean keepGoing;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private JvmOptions jvmOptions;

    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Ports of the job, with commas between them.")
    private String ports = "";

    @Parameters(
            index = "1",
            paramLabel = "PROGRAM",
            description = "Name of a program that a jar offers, a main class, or a source file.")
    private String program = "";

    @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (jvms < 1) {
            throw new UsageException("at least one JVM joins: jvms=" + jvms + "; give -n 1 or more");
        }
        for (String port : ports.split(",", -1)) {
            if (!port.strip().matches("[^:]+:\\d{1,5}|\\[[0-9a-fA-F:]+]:\\d{1,5}")) {
                throw new UsageException(
                        "not a port of a job: got=%s; give HOST:PORT, as tutti run --join-port PORT made it"
                                .formatted(port));
            }
        }
        ClassPath tutti = ClassPath.ofProperty("java.class.path");
        SourceFile.Compiled given =
                SourceFile.compileIfOne(program, jvmOptions.classPath(), tutti, jvmOptions.options());
        ClassPath examples = ClassPath.ofProperty("tutti.examples");
        Program found =
                Program.find(given.name(), given.users(), examples, note -> System.err.println("tutti: " + note));
        ClassPath whole = found.classPath().and(tutti);
        NewcomerPorts newcomers = new NewcomerPorts(null, ports, null);
        JobPlan plan = new JobPlan(
                jvms, jvms, BindTo.none, tls, newcomers, whole, jvmOptions.options(), found.mainClass(), arguments);
        SettingsCheck.check(plan.arguments(), 1, true);
        return new Job(plan, new Newcomers(plan), keepGoing).run();
    }
}
