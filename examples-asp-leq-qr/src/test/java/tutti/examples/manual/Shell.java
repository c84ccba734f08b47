package tutti.examples.manual;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Commands as a reader types them. */
final class Shell {
    private Shell() {}

    /** What a script printed, on both streams, and its exit code. */
    record Ended(int exitCode, String output) {}

    /** Runs a script to its end. */
    static Ended run(Path folder, String script) throws IOException, InterruptedException {
        return run(folder, Map.of(), script);
    }

    /** Runs a script to its end, with further variables in its environment. */
    static Ended run(Path folder, Map<String, String> environment, String script)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", script)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output.strip());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
