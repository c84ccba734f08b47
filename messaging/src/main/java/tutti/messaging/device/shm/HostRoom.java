package tutti.messaging.device.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory this host has left, as far as it says so. No state. */
final class HostRoom {
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private HostRoom() {}

    /**
     * Checks that a file of shared memory has room, before any of it is written.
     *
     * @throws IOException if not; the message says how much there is
     */
    static void require(Path folder, long bytes) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes > free) {
            throw new IOException(
                    "no room for shared memory: wanted=%d free=%d bytes in %s; mount it with a larger size"
                            .formatted(bytes, free, folder));
        }
        long available = available();
        if (bytes > available) {
            throw new IOException(
                    "no room for shared memory: wanted=%d available=%d bytes on this host; use more hosts, or less memory"
                            .formatted(bytes, available));
        }
    }

    /** Returns how much memory new programs can have without swapping, or a very large number if that is unknown. */
    private static long available() {
        try (Stream<String> lines = Files.lines(MEMORY)) {
            return lines.filter(line -> line.startsWith(AVAILABLE))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | RuntimeException e) { // as everywhere but on Linux
            return Long.MAX_VALUE;
        }
    }
}
