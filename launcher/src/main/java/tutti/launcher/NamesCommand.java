package tutti.launcher;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.group.launch.NameServer;
import tutti.messaging.JoinException;

/** The command {@code tutti names}: keeps names of ports, by which jobs connect. */
@Command(
        name = "names",
        description = "Keeps the names that jobs give to their ports, until it is stopped.",
        sortOptions = false,
        footer = {
            "",
            "A name lives as long as the process that has published it. What is set in TUTTI_ variables counts as for"
                    + " a",
            "job: the secret (TUTTI_SECRET_FILE or TUTTI_SECRET), if it is not this user's own, and TUTTI_TLS, if no"
                    + " option",
            "says it.",
            "",
            "Examples:",
            "  tutti names 127.0.0.1:24500",
            "  tutti run -n 4 --jvms 4 --names 127.0.0.1:24500 -cp ocean.jar ocean.Main"
        })
final class NamesCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--tls",
            negatable = true,
            description = "Encrypt what jobs ask and are told; as the jobs do (default: over hosts, not on one).")
    private @Nullable Boolean tls;

    @Parameters(
            index = "0",
            paramLabel = "HOST:PORT",
            description = "Where jobs find it: an address of this host; a loopback address for jobs of this host only.")
    private String address = "";

    @Override
    public Integer call() throws Exception {
        Service.keep(address, environment(), spec.commandLine().getOut());
        return 0;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (tls != null) {
            environment.put("TUTTI_TLS", tls ? "on" : "off");
        }
        return environment;
    }

    /** Apart from the command, whose options other commands read: they load no class that only this one needs. */
    private static final class Service {
        static void keep(String address, Map<String, String> environment, PrintWriter out) throws InterruptedException {
            try (NameServer server = open(address, environment)) {
                out.println("names of ports are kept at " + server.address());
                out.flush();
                new CountDownLatch(1).await(); // a signal ends it
            }
        }

        private static NameServer open(String address, Map<String, String> environment) {
            if (!RunCommand.ADDRESS.matcher(address).matches()) {
                throw new UsageException("not an address: got=%s; give HOST:PORT".formatted(address));
            }
            try {
                return NameServer.open(address, environment);
            } catch (IllegalArgumentException | JoinException e) {
                throw new UsageException(
                        "names cannot be kept there: address=%s: %s".formatted(address, e.getMessage()));
            }
        }
    }
}
