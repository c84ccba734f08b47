package tutti.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.group.launch.SshCommand;

/**
 * The system's own ssh, to one host.
 *
 * <p>It never asks for a password, and notices within 20 seconds that a host is gone.
 *
 * @param command the ssh command and its first options
 * @param host where to, as ssh takes it: user@name, or an alias of the user's configuration
 */
record Ssh(List<String> command, String host) {
    private static final int FAILED = 255;

    /**
     * What a script printed, and how it ended.
     *
     * @param exitCode the script's, or 255 if ssh failed
     * @param errors what it and ssh wrote to standard error
     */
    record Answer(int exitCode, List<String> lines, String errors) {
        /** Returns what follows a word on the lines that begin with it. */
        List<String> after(String word) {
            return lines.stream()
                    .filter(line -> line.startsWith(word))
                    .map(line -> line.substring(word.length()).strip())
                    .toList();
        }

        /** Returns what follows a word on the first line that begins with it; empty if there is none. */
        String only(String word) {
            List<String> found = after(word);
            return found.isEmpty() ? "" : found.getFirst();
        }
    }

    /** Returns the command that runs a script there; it must have no line breaks, for the user's shell may be any. */
    ProcessBuilder running(String script) {
        return new ProcessBuilder(new SshCommand(command, host).line(script));
    }

    /** Runs a script to its end. */
    Answer ask(String script) throws IOException, InterruptedException {
        return ask(script, new File("/dev/null"));
    }

    /** Runs a script that reads a file. */
    Answer ask(String script, File input) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("tutti-ssh-", ".err");
        try {
            Process process;
            try {
                process = running(script)
                        .redirectInput(input)
                        .redirectError(errors.toFile())
                        .start();
            } catch (IOException e) {
                return new Answer(FAILED, List.of(), String.valueOf(e.getMessage()));
            }
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = process.waitFor();
            return new Answer(
                    exitCode,
                    out.lines().toList(),
                    Files.readString(errors).strip().replace("\r", "").replace("\n", "; "));
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    /** Returns the name of the host alone, for messages. */
    String hostName() {
        return new SshCommand(command, host).hostName();
    }
}
