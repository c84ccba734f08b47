package tutti.group.growth;

import java.util.List;
import java.util.Map;

/**
 * How a process starts others.
 *
 * @param variables what those are told as this process was, by names of variables of the environment
 * @param commands one for each process
 */
public record Spawn(Map<String, String> variables, List<List<String>> commands) {}
