package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tutti.messaging.JvmCache;

/** A command that runs, and what it has printed on both streams. */
final class Running implements AutoCloseable {
    private static final List<String> LITTLE = List.of("-Xmx128m", "-Duser.home=" + System.getProperty("user.home"));

    /** Options that let short programs start fast, and keep several of them small. */
    static final List<String> SMALL = command(JvmCache.QUICK_START, LITTLE);

    private static final Pattern PID = Pattern.compile("pid=(\\d+)");
    private static final Pattern CHECKSUM = Pattern.compile("checksum: (\\w+)");
    private static final int LIMIT_SECONDS = 180;

    private final Process process;
    private final Thread reader;
    private final List<String> lines = new ArrayList<>(); // guarded by itself

    private Running(Process process) {
        this.process = process;
        reader = Thread.ofPlatform().daemon().start(this::read);
    }

    static Running start(Map<String, String> environment, List<String> command) throws IOException {
        List<String> interruptible = command("env", "--default-signal=INT", command); // as in a terminal
        ProcessBuilder builder = new ProcessBuilder(interruptible).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Running(process);
    }

    /** Returns a command that starts a small JVM with a program of this JVM's class path, from the tests' cache. */
    static List<String> cached(Class<?> program, String... options) {
        List<String> all = command(LITTLE, List.of(options));
        return JvmCache.program(program.getName(), all.toArray(String[]::new));
    }

    /** Returns a command of several parts. */
    static List<String> command(Object... parts) {
        List<String> command = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof List<?> several) {
                several.forEach(each -> command.add(each.toString()));
            } else {
                command.add(part.toString());
            }
        }
        return command;
    }

    /** Tells whether a program is on the path or in one of the folders of the system's own. */
    static boolean isInstalled(String program) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin")
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(line -> {
                synchronized (lines) {
                    lines.add(line);
                }
            });
        } catch (IOException | UncheckedIOException closed) {
            // it has ended
        }
    }

    String output() {
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    /** Waits until so many JVMs have printed their numbers, and all members are at work. */
    List<ProcessHandle> awaitJvms(int count) {
        Awaitility.await().atMost(LIMIT_SECONDS, TimeUnit.SECONDS).untilAsserted(() -> {
            assertThat(process.isAlive()).as(output()).isTrue();
            assertThat(pids()).as(output()).hasSize(count);
            assertThat(output()).contains("at work");
        });
        return jvms();
    }

    /** Returns those JVMs that have printed their numbers and still run. */
    List<ProcessHandle> jvms() {
        return pids().stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }

    private List<Long> pids() {
        Matcher found = PID.matcher(output());
        List<Long> pids = new ArrayList<>();
        while (found.find()) {
            pids.add(Long.parseLong(found.group(1)));
        }
        return pids;
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Waits for the end, and returns the exit code. */
    int exitCode() throws InterruptedException {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (ended) {
            reader.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        }
        assertThat(ended).as("ends, having printed " + output()).isTrue();
        return process.exitValue();
    }

    /** Waits for a good end, and returns the only checksum that was printed. */
    String checksum() throws InterruptedException {
        return only(CHECKSUM);
    }

    /** Waits for a good end, and returns what was printed once, as the group of a pattern. */
    String only(Pattern pattern) throws InterruptedException {
        assertThat(exitCode()).as(output()).isZero();
        Matcher found = pattern.matcher(output());
        assertThat(found.find()).as(output()).isTrue();
        String text = found.group(1);
        assertThat(found.find()).as(output()).isFalse();
        return text;
    }

    /** Waits until none of them is left; a killed one that no one has asked for is none. */
    static void awaitNoneOf(List<ProcessHandle> jvms) {
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(jvms.stream()
                                .filter(jvm -> jvm.info().command().isPresent())
                                .toList())
                        .isEmpty());
    }

    @Override
    public void close() {
        pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
