package tutti.group.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The system's own ssh, to one host.
 *
 * <p>It never asks for a password, and notices within 20 seconds that a host is gone.
 *
 * @param command the ssh command and its first options
 * @param host where to, as ssh takes it: user@name, or an alias of the user's configuration
 */
public record SshCommand(List<String> command, String host) {
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=3");

    /** Returns the command that runs a script there; it must have no line breaks, for the user's shell may be any. */
    public List<String> line(String script) {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            all.add("/usr/bin/setsid"); // so that Ctrl-C reaches this process only, which passes it on
        }
        all.addAll(command);
        all.addAll(OPTIONS);
        all.add(host);
        all.add("exec sh -c " + quote(script));
        return all;
    }

    /** Returns the name of the host alone. */
    public String hostName() {
        return host.substring(host.indexOf('@') + 1);
    }

    /** Returns one word that a shell reads as exactly this text. */
    public static String quote(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
