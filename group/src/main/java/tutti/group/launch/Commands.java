package tutti.group.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the small tools that engines bring. */
final class Commands {
    private static final int LIMIT_SECONDS = 20;

    private Commands() {}

    /**
     * Returns the lines that a command prints.
     *
     * @throws IllegalArgumentException if it can't be run, or fails; with what it said
     */
    static List<String> lines(String... command) {
        String said = String.join(" ", command);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalArgumentException(
                        "command failed: [%s]; set TUTTI_MASTER (host:port of process 0) to do without"
                                .formatted(said));
            }
            return lines;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot run [%s]: %s; put it on the PATH of all processes, or set TUTTI_MASTER (host:port of process 0)"
                            .formatted(said, e.getMessage()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalArgumentException("interrupted while [%s] ran".formatted(said), e);
        }
    }
}
