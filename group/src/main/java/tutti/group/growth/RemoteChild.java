package tutti.group.growth;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tutti.group.launch.SshCommand;

/** What a shell of another host does to run a child there. No state. */
final class RemoteChild {
    /** Tells the shell that the child is connected, and lives on without its parents. */
    static final String KEEP = "keep";

    private static final String SECRET = "TUTTI_SECRET";
    private static final String BEGIN = "exec 3<&0 </dev/null; IFS= read -r secret <&3 || exit 1;"
            + " [ -z \"$secret\" ] || { TUTTI_SECRET=$secret; export TUTTI_SECRET; };";
    private static final String END = " 3<&- & child=$!; { IFS= read -r word; [ \"$word\" = "
            + KEEP
            + " ] || { kill $child; sleep 1; kill -9 $child; }; } <&3 >/dev/null 2>&1 &"
            + " wait $child; code=$?; kill $! 2>/dev/null; exit $code";

    private RemoteChild() {}

    /**
     * Returns the script.
     *
     * <p>It reads the secret, which no list of processes shows, as a first line, and waits for {@link #KEEP}: at the
     * end of its input, which comes with that of the connection or of the parent, it ends the child.
     *
     * @param environment of which the child gets what is Tutti's
     */
    static String script(List<String> line, Map<String, String> environment, String prefix) {
        String variables = environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(prefix)
                        && !variable.getKey().equals(SECRET))
                .map(variable -> " export %s=%s;".formatted(variable.getKey(), SshCommand.quote(variable.getValue())))
                .sorted()
                .collect(Collectors.joining());
        String folder = SshCommand.quote(Path.of("").toAbsolutePath().toString());
        return BEGIN + variables + " cd " + folder + " 2>/dev/null; "
                + line.stream().map(SshCommand::quote).collect(Collectors.joining(" ")) + END;
    }

    /** Returns the first line of its input. */
    static String secret(Map<String, String> environment) {
        return environment.getOrDefault(SECRET, "");
    }
}
