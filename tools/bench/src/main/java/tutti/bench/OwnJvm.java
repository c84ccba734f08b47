package tutti.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A program that measures in a JVM of its own, whose compilers and collector are those of every program: that of the
 * command line has others, because it starts faster with them.
 */
final class OwnJvm {
    private final JobOptions options;
    private final List<String> command = new ArrayList<>();

    /** Prepares to run a program from some jars or folders of classes. */
    OwnJvm(JobOptions options, List<String> jvmOptions, List<Path> places, Class<?> program, List<String> arguments) {
        this.options = options;
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(options.jvmOptions());
        command.add("-cp");
        command.add(places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(program.getName());
        command.addAll(arguments);
    }

    /**
     * Runs the program to its end.
     *
     * @param taken told of each line; returns false for one that is not the program's own
     * @throws BenchException if the program fails
     */
    void run(Predicate<String> taken) throws IOException, InterruptedException {
        Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> other = new ArrayList<>(); // what the JVM itself says
        try (BufferedReader lines = program.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!taken.test(line)) {
                    other.add(line);
                }
            }
        } finally {
            program.destroy(); // if it has not ended by itself
        }
        int exitCode = program.waitFor();
        if (exitCode != 0) {
            String reason = String.join(System.lineSeparator(), other);
            options.refuseIf(exitCode == PeaksProgram.REFUSED, reason);
            throw new BenchException("the JVM that measures failed: " + reason);
        }
    }
}
