package tutti.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tutti.messaging.JvmCache;

/** A launcher that runs as a process of its own, as users start it. */
final class Launch implements AutoCloseable {
    private static final Pattern PID = Pattern.compile("pid=(\\d+)");

    private final Process process;
    private final List<String> out = new ArrayList<>(); // guarded by itself, as is the next
    private final List<String> err = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    private Launch(Process process) {
        this.process = process;
        read(process.getInputStream(), out); // ends at once where it goes into a file
        read(process.getErrorStream(), err);
    }

    /** Starts {@code tutti} with these arguments. */
    static Launch tutti(String... arguments) throws IOException {
        return new Launch(builder(List.of(), arguments).start());
    }

    /** As {@link #tutti}, started by a command that takes one. */
    static Launch tuttiBehind(List<String> prefix, String... arguments) throws IOException {
        return new Launch(builder(prefix, arguments).start());
    }

    private static ProcessBuilder builder(List<String> prefix, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        // As a terminal's shell does: a process group of its own, in which an interrupt is not ignored.
        command.addAll(List.of("setsid", "env", "--default-signal=INT"));
        command.addAll(JvmCache.launcher());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        // As left over from a job around this one.
        builder.environment().put("TUTTI_RANK", "7");
        builder.environment().put("TUTTI_SIZE", "8");
        return builder;
    }

    /** Starts {@code tutti run} with options, then one of {@link TestPrograms} and its arguments. */
    static Launch run(String options, Class<?> program, String... arguments) throws IOException {
        return tutti(runArguments(options, program, arguments));
    }

    /** As {@link #run}, started by a command that takes one. */
    static Launch runBehind(List<String> prefix, String options, Class<?> program, String... arguments)
            throws IOException {
        return tuttiBehind(prefix, runArguments(options, program, arguments));
    }

    /** As {@link #run}, with the output in a file. */
    static Launch runInto(Path out, String options, Class<?> program, String... arguments) throws IOException {
        return new Launch(builder(List.of(), runArguments(options, program, arguments))
                .redirectOutput(out.toFile())
                .start());
    }

    /** Starts {@code tutti join} with one of {@link TestPrograms}, for a port of a job. */
    static Launch join(String options, String port, Class<?> program, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments("join", options)));
        all.addAll(List.of(port, program.getName()));
        all.addAll(List.of(arguments));
        return tutti(all.toArray(String[]::new));
    }

    private static String[] runArguments(String options, Class<?> program, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments("run", options)));
        all.add(program.getName());
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    private static String[] arguments(String command, String options) {
        List<String> all = new ArrayList<>(List.of(command));
        JvmCache.QUICK_START.forEach(option -> all.add("-J" + option));
        all.addAll(Arrays.stream(options.split(" "))
                .filter(option -> !option.isEmpty())
                .toList());
        return all.toArray(String[]::new);
    }

    /** Writes to the standard input and closes it. */
    void type(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
    }

    /** Waits until the launcher and its output have ended, and returns its exit code. */
    int exitCode() throws InterruptedException {
        int code = process.waitFor();
        for (Thread reader : readers) {
            reader.join();
        }
        return code;
    }

    List<String> out() {
        return copy(out);
    }

    List<String> err() {
        return copy(err);
    }

    /** Waits until so many processes of the job have announced themselves. */
    List<ProcessHandle> awaitProcesses(int count) {
        return Awaitility.await().atMost(3, TimeUnit.MINUTES).until(this::announced, found -> found.size() == count);
    }

    /** Sends a signal, by name and without the prefix, to the launcher only. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Sends what Ctrl-C sends in a terminal: an interrupt to the launcher and to all that it has started. */
    void interruptAll() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", "--", "-" + process.pid()).start().waitFor();
    }

    /** Kills what is left. */
    @Override
    public void close() {
        announced().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private List<ProcessHandle> announced() {
        return out().stream()
                .map(PID::matcher)
                .filter(Matcher::find)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.group(1))).stream())
                // An ended process that its new parent has not yet noticed has no command.
                .filter(handle -> handle.info().command().isPresent())
                .toList();
    }

    private void read(InputStream from, List<String> lines) {
        readers.add(Thread.ofPlatform().daemon().start(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                reader.lines().forEach(line -> {
                    synchronized (lines) {
                        lines.add(line);
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }

    private static List<String> copy(List<String> lines) {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }
}
