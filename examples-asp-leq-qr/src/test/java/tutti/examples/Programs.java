package tutti.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.messaging.JvmCache;

/** Runs examples, in this JVM or in several of their own. */
public final class Programs {
    public static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private Programs() {}

    /** Runs a command line in this JVM, and returns the exit code. */
    public static int run(ProgramCommand command, StringWriter out, StringWriter err, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(ColGroupMaster.programArguments(arguments));
    }

    /**
     * Has {@code tutti run} start a program, and returns what it has printed on both streams after it has ended well.
     */
    public static String launch(List<String> options, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = command("run");
        command.addAll(options);
        command.add(program);
        command.addAll(List.of(arguments));
        return outputOf(command);
    }

    /** Does what {@link #launch} does, by {@code tutti join} and ports of a job. */
    public static String join(String ports, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = command("join");
        command.addAll(List.of(ports, program));
        command.addAll(List.of(arguments));
        return outputOf(command);
    }

    private static List<String> command(String name) {
        List<String> command = new ArrayList<>(JvmCache.launcher());
        command.add(name);
        JvmCache.QUICK_START.forEach(option -> command.add("-J" + option));
        return command;
    }

    /** Does what {@link #join} does while the caller continues, with the first of a job's ports. */
    public static CompletableFuture<String> joinLater(int firstPort, int ports, String program, String... arguments) {
        String all = IntStream.range(firstPort, firstPort + ports)
                .mapToObj(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
        return CompletableFuture.supplyAsync(() -> {
            try {
                return join(all, program, arguments);
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static String outputOf(List<String> command) throws IOException, InterruptedException {
        Process tutti = new ProcessBuilder(command).redirectErrorStream(true).start();
        tutti.getOutputStream().close();
        String output = new String(tutti.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tutti.waitFor(1, TimeUnit.MINUTES)).as(output).isTrue();
        assertThat(tutti.exitValue()).as(output).isZero();
        return output;
    }
}
