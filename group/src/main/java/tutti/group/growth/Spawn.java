package tutti.group.growth;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.SshCommand;

/**
 * How a process starts others.
 *
 * @param variables what those are told as this process was, by names of variables of the environment
 * @param commands one for each process
 */
public record Spawn(Map<String, String> variables, List<Command> commands) {

    /**
     * How one of them is started.
     *
     * @param line the command and its arguments
     * @param ssh to its host, or null if that is this one
     */
    public record Command(List<String> line, @Nullable SshCommand ssh) {}
}
