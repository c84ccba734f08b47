package tutti.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One child JVM, as its parent sees it. */
final class Child {
    private static final Duration TIME_TO_END = Duration.ofSeconds(5);
    private static final Duration TIME_FOR_OUTPUT = Duration.ofSeconds(1);
    /** Of the parent's options those that a second JVM can't have, too. */
    private static final List<String> PARENTS_OWN = List.of("-agentlib:jdwp", "-Xrunjdwp", "-Xdebug");

    private final Place place;
    private final ChildFolder folder;
    private final Process process;
    private final List<Thread> copiers;

    private Child(Place place, ChildFolder folder, Process process) {
        this.place = place;
        this.folder = folder;
        this.process = process;
        copiers = List.of(
                copier("out", process.getInputStream(), System.out),
                copier("err", process.getErrorStream(), System.err));
    }

    /** Starts a JVM like this one, which does what its folder says. */
    static Child start(Place place, ChildFolder folder, String classPath) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> PARENTS_OWN.stream().noneMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp", classPath, ChildJvm.class.getName(), folder.path().toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("TUTTI_")
                        || name.endsWith("JAVA_TOOL_OPTIONS")
                        || name.equals("JDK_JAVA_OPTIONS"));
        return new Child(place, folder, builder.start());
    }

    /** Calls back when it has ended, with how it went for its members. */
    void onEnd(Consumer<Report> callback) {
        var _ = process.onExit().thenAccept(ended -> callback.accept(report()));
    }

    /** Waits until it has ended, else has it end; returns how it went for its members. */
    Report await(Duration limit) throws InterruptedException {
        if (!hasEnded(limit)) {
            closeInput();
            if (!hasEnded(TIME_TO_END)) {
                kill();
            }
        }
        for (Thread copier : copiers) {
            copier.join(TIME_FOR_OUTPUT);
        }
        return report();
    }

    /** Kills it, if it still runs. */
    void kill() {
        process.toHandle().destroyForcibly(); // Process itself would close its output, too
        process.onExit().join();
    }

    private boolean hasEnded(Duration limit) throws InterruptedException {
        return process.waitFor(Math.max(limit.toNanos(), 1), TimeUnit.NANOSECONDS);
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // then it has ended
        }
    }

    private Report report() {
        try {
            Report report = folder.report();
            Throwable problem = folder.problem();
            if (report == null) {
                return new Report(List.of(), problem != null ? problem : endedEarly());
            }
            return problem == null ? report : new Report(report.outcomes(), problem);
        } catch (IOException e) {
            return new Report(List.of(), new UncheckedIOException(e));
        }
    }

    private Throwable endedEarly() {
        return new IllegalStateException(
                "a JVM has ended before its members: process=%d ranks=%s exitCode=%d; its output may tell why"
                        .formatted(place.process(), place.ranks(), process.exitValue()));
    }

    private Thread copier(String stream, InputStream from, PrintStream to) {
        Charset charset = Charset.forName(Objects.requireNonNull(System.getProperty("native.encoding")));
        String prefix = "[" + place.process() + "] ";
        return Thread.ofPlatform()
                .daemon()
                .name("tutti-test-%s-%d".formatted(stream, place.process()))
                .start(() -> {
                    try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, charset))) {
                        lines.lines().forEach(line -> to.println(prefix + line));
                    } catch (IOException | UncheckedIOException e) {
                        // the JVM was killed; what it wrote before is here
                    }
                });
    }
}
