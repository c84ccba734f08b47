package tutti.group.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.bootstrap.Addresses;

/** Processes that somebody starts on every host of a file, one for each line: process 0 is the first line's. */
final class HostsFileProvider implements EngineProvider {
    private static final String FILE = "TUTTI_HOSTS_FILE";
    private static final int PORT = 24_000;

    private final Predicate<String> isThisHost;

    HostsFileProvider() {
        this(Addresses::isOfThisHost);
    }

    HostsFileProvider(Predicate<String> isThisHost) {
        this.isThisHost = isThisHost;
    }

    @Override
    public String name() {
        return "hosts-file";
    }

    @Override
    public @Nullable ProcessPlacement find(Map<String, String> environment) {
        EngineEnvironment settings = new EngineEnvironment(name(), environment);
        String file = settings.text(FILE);
        if (file == null) {
            return null;
        }
        List<String> hosts = read(file);
        if (hosts.size() == 1) {
            return null;
        }
        int process =
                settings.has("TUTTI_RANK") ? settings.number("TUTTI_RANK", "give an index") : indexIn(hosts, file);
        return settings.place(process, hosts.size(), hosts.getFirst() + ":" + PORT, null);
    }

    @Override
    public List<String> hosts(Map<String, String> environment) {
        return read(new EngineEnvironment(name(), environment).needed(FILE, "give a file"));
    }

    private static List<String> read(String file) {
        try {
            return HostsFile.read(Path.of(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot read the hosts: %s=%s in=%s: %s; correct the name, or make the file"
                            .formatted(FILE, file, Path.of("").toAbsolutePath(), e),
                    e);
        }
    }

    private int indexIn(List<String> hosts, String file) {
        int[] here = IntStream.range(0, hosts.size())
                .filter(i -> isThisHost.test(hosts.get(i)))
                .toArray();
        if (here.length != 1) {
            throw new IllegalArgumentException(
                    "%s must name this host once: file=%s lines=%d of-this-host=%d; correct it, or set TUTTI_RANK too"
                            .formatted(FILE, file, hosts.size(), here.length));
        }
        return here[0];
    }
}
