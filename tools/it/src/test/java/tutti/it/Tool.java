package tutti.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a build tool. */
final class Tool {
    private static final long LIMIT_SECONDS = 240;

    private Tool() {}

    /** Waits until it has ended well, and returns what it printed. */
    static String run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_") || name.startsWith("MAVEN_"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // it does not run for long
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String printed = Files.readString(output);
            assertThat(ended)
                    .as("end of %s within %d s; it printed: %s", command, LIMIT_SECONDS, printed)
                    .isTrue();
            assertThat(process.exitValue())
                    .as("exit code of %s, which printed: %s", command, printed)
                    .isZero();
            return printed;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Tells whether the Maven that runs these tests may download nothing. */
    static boolean isOffline() {
        return "offline=true".equals(System.getProperty("tutti.it.mode"));
    }

    /** Returns the command of this project's own Maven, with a local repository before the one in use. */
    static List<String> maven(Path project, Path repository, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                project.resolve("mvnw").toString(),
                "-q",
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.repo.local.tail=" + System.getProperty("tutti.it.localRepository")));
        if (isOffline()) {
            command.add("-o");
        }
        command.addAll(List.of(arguments));
        return command;
    }
}
