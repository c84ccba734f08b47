package tutti.examples.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

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
}
