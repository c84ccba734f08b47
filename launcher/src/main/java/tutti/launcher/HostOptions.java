package tutti.launcher;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tutti.group.launch.HostsFile;

/** The options that name hosts. */
final class HostOptions {
    @Option(
            names = "--hosts",
            paramLabel = "HOST",
            split = ",",
            description =
                    "Hosts on which the JVMs run, an even share on each, reached by ssh without a password. Only a"
                            + " JDK must be there; jars are copied, once.")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--hosts-file", paramLabel = "FILE", description = "File that names the hosts, one on each line.")
    private @Nullable Path file;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "The ssh command and options, for example --ssh 'ssh -p 2222' (default: ssh).")
    private String ssh = "ssh";

    /** Returns how each host is reached, in the order in which they were given; empty if none was. */
    List<Ssh> all() {
        if (file != null && !hosts.isEmpty()) {
            throw new UsageException("both --hosts and --hosts-file; give one");
        }
        List<String> names = hosts;
        if (file != null) {
            try {
                names = HostsFile.read(file);
            } catch (IllegalArgumentException e) {
                throw new UsageException(String.valueOf(e.getMessage()));
            } catch (NoSuchFileException e) {
                throw new UsageException("no such file of hosts: file=%s; correct --hosts-file".formatted(file));
            } catch (IOException e) {
                throw new UsageException("cannot read the hosts: file=%s: %s; correct --hosts-file".formatted(file, e));
            }
        }
        List<String> command = Arrays.stream(ssh.strip().split("\\s+")).toList();
        for (String name : names) {
            if (name.isBlank() || name.startsWith("-")) {
                throw new UsageException("not a host: host=[%s]; correct --hosts".formatted(name));
            }
        }
        return names.stream().map(name -> new Ssh(command, name.strip())).toList();
    }
}
