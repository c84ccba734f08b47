package tutti.examples.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.JvmCache;

/** A test on hosts of its own, in network namespaces; skipped where the system does not let it make them. */
abstract class OnNetworkHosts {
    @TempDir
    static Path folder;

    static @Nullable NetworkHosts hosts;
    private static String missing = "";

    @BeforeAll
    static void startHosts() throws Exception {
        missing = NetworkHosts.missing();
        if (missing.isEmpty()) {
            hosts = NetworkHosts.start(folder);
        }
    }

    @BeforeEach
    void assumeHosts() {
        assumeTrue(missing.isEmpty(), missing); // here, where each test is reported as skipped
    }

    @AfterAll
    static void stopHosts() {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** Returns options that start one process on each host. */
    static List<String> overHosts() {
        return List.of("--hosts=n1,n2", "--ssh=" + hosts.ssh());
    }

    /** Runs the tutti command, in small JVMs. */
    static Running tutti(Object... arguments) throws IOException {
        List<String> command = Running.command(JvmCache.launcher(Running.SMALL.toArray(String[]::new)));
        List<String> given = Running.command(arguments);
        command.add(given.removeFirst());
        if (command.getLast().equals("run")) {
            Running.SMALL.forEach(option -> command.add("-J" + option));
        }
        command.addAll(given);
        return Running.start(Map.of(), command);
    }
}
