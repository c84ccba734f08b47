package tutti.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of a process, as Linux tells it.
 *
 * @param resident bytes in memory, including those that others have mapped, too
 * @param proportional the same, with a page of several processes counted in parts
 * @param shared bytes of each file in memory that is mapped, by its device and number
 */
record ProcessMemory(long resident, long proportional, Map<String, Long> shared) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final String SHARED_MEMORY = "/dev/shm/";
    private static final int WORDS = 6; // addresses, rights, offset, device, number, path
    private static final int HEXADECIMAL = 16;
    private static final int KIB_BITS = 10;

    /** Tells whether this system tells. */
    static boolean isKnown() {
        return Files.isReadable(PROCESSES.resolve("self/smaps_rollup"));
    }

    /** Reads that of a process, which must run. */
    static ProcessMemory of(long pid) throws IOException {
        Path folder = PROCESSES.resolve(Long.toString(pid));
        List<String> sums = Files.readAllLines(folder.resolve("smaps_rollup"));
        Map<String, Long> shared = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("maps"))) {
            String[] words = line.split(" +", WORDS);
            if (words.length == WORDS && words[WORDS - 1].startsWith(SHARED_MEMORY)) {
                shared.merge(words[3] + " " + words[4], bytes(words[0]), Long::sum);
            }
        }
        return new ProcessMemory(sum(sums, "Rss:"), sum(sums, "Pss:"), shared);
    }

    /** Returns the bytes of all files that are mapped. */
    long sharedBytes() {
        return shared.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long bytes(String addresses) {
        int dash = addresses.indexOf('-');
        return Long.parseUnsignedLong(addresses.substring(dash + 1), HEXADECIMAL)
                - Long.parseUnsignedLong(addresses.substring(0, dash), HEXADECIMAL);
    }

    private static long sum(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << KIB_BITS)
                .sum();
    }
}
