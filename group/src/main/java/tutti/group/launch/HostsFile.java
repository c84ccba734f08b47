package tutti.group.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file that names hosts: one on each line, what follows {@code #} does not count. */
public final class HostsFile {
    private HostsFile() {}

    /**
     * Returns the hosts in their order, with repetitions.
     *
     * @throws IOException if the file can't be read
     * @throws IllegalArgumentException if a line is no host, or there is none
     */
    public static List<String> read(Path file) throws IOException {
        List<String> hosts = Files.readAllLines(file).stream()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        for (String host : hosts) {
            if (!host.matches("[^\\s:=]+|\\[[0-9a-fA-F:]+]")) {
                throw new IllegalArgumentException(
                        "not a host: file=%s line=[%s]; write one name or address on each line".formatted(file, host));
            }
        }
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "no hosts: file=%s; write one name or address on each line".formatted(file));
        }
        return hosts;
    }
}
