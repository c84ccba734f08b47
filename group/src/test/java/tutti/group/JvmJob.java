package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import tutti.messaging.JvmCache;
import tutti.messaging.LoadClock;
import tutti.messaging.Processes;

/**
 * A job of real JVMs on this host, which run one program of the tests as users would.
 *
 * <p>Every wait is bounded. {@link #close} kills what still runs.
 */
final class JvmJob implements AutoCloseable {
    private static final Pattern LONG_WAIT =
            Pattern.compile("(?m)^.*StallReporter complain\\R^WARNING: waiting for .*\\R?");

    private final List<Jvm> jvms;
    private final IntFunction<Jvm> starting;

    private JvmJob(int processes, IntFunction<Jvm> starting) {
        this.starting = starting;
        jvms = new ArrayList<>(IntStream.range(0, processes).mapToObj(starting).toList());
    }

    /** Starts a JVM once more that has ended, by the same command in the same environment. */
    Jvm startAgain(int process) {
        Jvm again = starting.apply(process);
        jvms.set(process, again);
        return again;
    }

    /** Describes a job of so many JVMs that run a program. */
    static Plan of(Class<?> program, int processes) {
        return new Plan(process -> program, processes);
    }

    /** Describes a job of JVMs that run a program each. */
    static Plan of(Class<?>... programs) {
        return new Plan(process -> programs[process], programs.length);
    }

    Jvm jvm(int process) {
        return jvms.get(process);
    }

    int size() {
        return jvms.size();
    }

    /**
     * Waits until all JVMs have ended by themselves, normally and with no warning but those of long waits, which a busy
     * machine causes.
     */
    void awaitSuccess(Duration limit) {
        for (Jvm jvm : jvms) {
            int exitCode = jvm.exitCode(limit);
            assertThat(jvm.errBesideLongWaits())
                    .as(() -> "standard error of %s; of all: %s".formatted(jvm, errors()))
                    .isEmpty();
            assertThat(exitCode).as("exit code of %s", jvm).isZero();
        }
    }

    /** Returns all lines that all JVMs printed, sorted. */
    List<String> outLines() {
        return jvms.stream().flatMap(jvm -> jvm.out().lines()).sorted().toList();
    }

    /** Returns what all JVMs printed and what the threads of those that run do, to describe a failure. */
    String states() {
        return jvms.stream().map(Jvm::state).collect(Collectors.joining());
    }

    /** Returns what all JVMs printed as errors, to describe a failure. */
    String errors() {
        return jvms.stream().map(jvm -> "%n%s: %s".formatted(jvm, jvm.err())).collect(Collectors.joining());
    }

    @Override
    public void close() {
        jvms.forEach(Jvm::kill);
    }

    private static final class Cache {
        static final JvmCache OF_TESTS = JvmCache.trainedBy(StartTraining.class);
    }

    /** How to start a job. */
    static final class Plan {
        private final IntFunction<Class<?>> programs;
        private final int processes;
        private final List<String> options = new ArrayList<>();
        private final List<String> settings = new ArrayList<>();
        private List<String> machine = JvmCache.QUICK_START;
        private int lacking = -1;
        private IntFunction<List<String>> places = process -> List.of();
        private List<String> lackedFiles = List.of();
        private String services = ""; // on the class path, if not empty

        private Plan(IntFunction<Class<?>> programs, int processes) {
            this.programs = programs;
            this.processes = processes;
            if (processes > 1) {
                with("SIZE=" + processes);
                with("MASTER=localhost:" + Processes.freePort());
                with("SECRET=" + UUID.randomUUID());
            }
        }

        /** Lets the JVMs have the compiler and the collector that users get, instead of those that start soonest. */
        Plan asUsersRun() {
            machine = List.of();
            return this;
        }

        /** Adds options for the JVMs. */
        Plan options(String... more) {
            options.addAll(List.of(more));
            return this;
        }

        /**
         * Adds an environment variable, without the prefix {@code TUTTI_}; of several with one name the last counts.
         */
        Plan with(String setting) {
            settings.add(setting);
            return this;
        }

        /** Lets one JVM run without some classes of the tests, as one that was started with another class path. */
        Plan without(int process, Class<?>... classes) {
            lacking = process;
            lackedFiles = Arrays.stream(classes)
                    .map(each -> each.getName().replace('.', '/') + ".class")
                    .toList();
            return this;
        }

        /** Lets {@link java.util.ServiceLoader} find a provider. */
        Plan providing(Class<?> service, Class<?> provider) {
            try {
                Path folder = Files.createTempDirectory("services");
                Path file = folder.resolve("META-INF/services/" + service.getName());
                Files.createDirectories(file.getParent());
                Files.writeString(file, provider.getName());
                Stream.of(folder, folder.resolve("META-INF"), file.getParent(), file)
                        .forEach(each -> each.toFile().deleteOnExit());
                services = File.pathSeparator + folder;
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Starts each JVM by a command of its own, which the JVM's is added to. */
        Plan by(IntFunction<List<String>> commands) {
            places = commands;
            return this;
        }

        JvmJob start() {
            return new JvmJob(processes, process -> jvm(process, processes > 1 ? "RANK=" + process : ""));
        }

        /** Starts a single JVM, to which only the settings of this plan are told. */
        JvmJob startAlone() {
            return new JvmJob(1, process -> jvm(process, ""));
        }

        private Jvm jvm(int process, String rank) {
            List<String> command = new ArrayList<>(places.apply(process));
            command.add(JvmCache.java());
            command.addAll(machine);
            command.addAll(options);
            if (process != lacking) {
                command.addAll(Cache.OF_TESTS.options());
            }
            command.addAll(
                    List.of("-cp", classPath(process), programs.apply(process).getName()));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().keySet().removeIf(name -> name.startsWith("TUTTI_") || name.contains("JAVA_"));
            List<String> all = new ArrayList<>(List.of(rank));
            all.addAll(settings);
            all.stream().filter(setting -> !setting.isEmpty()).forEach(setting -> {
                String[] pair = setting.split("=", 2);
                builder.environment().put("TUTTI_" + pair[0], pair[1]);
            });
            try {
                return new Jvm(process, builder.start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Without a logger, as users who have none. */
        private String classPath(int process) {
            Stream<String> entries = process == lacking
                    ? JvmCache.plainClassPath().stream().map(entry -> copyWithout(lackedFiles, Path.of(entry)))
                    : Cache.OF_TESTS.classPath().stream();
            return entries.collect(Collectors.joining(File.pathSeparator)) + services;
        }
    }

    /** Returns the folder, or a copy of it that lacks some files if it has them. */
    private static String copyWithout(List<String> files, Path entry) {
        if (files.stream().map(entry::resolve).noneMatch(Files::exists)) {
            return entry.toString();
        }
        try (Stream<Path> all = Files.walk(entry)) {
            Path copy = Files.createTempDirectory(entry.getParent(), "lacking");
            for (Path file : (Iterable<Path>) all::iterator) {
                Path relative = entry.relativize(file);
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy.resolve(relative));
                } else if (!files.contains(relative.toString().replace(File.separatorChar, '/'))) {
                    Files.copy(file, copy.resolve(relative));
                }
            }
            return copy.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One JVM of a job, and what it has printed. */
    static final class Jvm {
        private final int index;
        private final Process process;
        private final Text out;
        private final Text err;

        Jvm(int index, Process process) {
            this.index = index;
            this.process = process;
            this.out = new Text(process.getInputStream());
            this.err = new Text(process.getErrorStream());
        }

        String out() {
            return out.toString();
        }

        String err() {
            return err.toString();
        }

        /** Returns the errors without warnings of long waits, which a busy machine causes. */
        String errBesideLongWaits() {
            return LONG_WAIT.matcher(err()).replaceAll("");
        }

        long pid() {
            return process.pid();
        }

        void kill() {
            process.toHandle().destroyForcibly(); // Process itself would close its output, too
        }

        /** Sends a signal, such as STOP or CONT; when this returns after a STOP, the JVM stands still. */
        void signal(String name) {
            try {
                int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                        .start()
                        .waitFor();
                assertThat(status)
                        .as("kill -%s of %s; output: %s; standard error: %s", name, this, out(), err())
                        .isZero();
                if (name.equals("STOP")) {
                    // on a busy machine, some threads go on until the one that is told gets a processor
                    LoadClock.await().until(this::standsStill);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private boolean standsStill() {
            Path threads = Path.of("/proc", Long.toString(pid()), "task");
            try (Stream<Path> all = Files.list(threads)) {
                return all.allMatch(Jvm::isStopped);
            } catch (IOException | UncheckedIOException e) {
                return true; // no Linux, or it has ended
            }
        }

        private static boolean isStopped(Path thread) {
            try {
                String stat = Files.readString(thread.resolve("stat")); // number (name) state ...
                return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
            } catch (IOException e) {
                return true; // it has ended
            }
        }

        /** Writes a line to its standard input. */
        void enter(String line) {
            try {
                Writer input = process.outputWriter();
                input.write(line + System.lineSeparator());
                input.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Asks it to end, as Ctrl-C does. */
        void terminate() {
            process.toHandle().destroy();
        }

        void awaitOutput(String text) {
            try {
                LoadClock.await()
                        .failFast(() -> assertThat(process.isAlive() || out().contains(text))
                                .as("%s ended; standard error: %s", this, err())
                                .isTrue())
                        .until(() -> out().contains(text));
            } catch (ConditionTimeoutException e) {
                throw new AssertionError("\"%s\" is awaited from %s".formatted(text, state()), e);
            }
        }

        /** Waits until the JVM and its output have ended. */
        int exitCode(Duration limit) {
            try {
                if (!LoadClock.await(process, limit)) {
                    throw new AssertionError(state());
                }
                out.awaitEnd();
                err.awaitEnd();
                return process.exitValue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private String state() {
            return process.isAlive()
                    ? "%s runs; out: %s%nerr: %s%nthreads: %s%n".formatted(this, out(), err(), threads())
                    : "%s has ended; out: %s%nerr: %s%n".formatted(this, out(), err());
        }

        /** Of a stopped JVM, the error after ten seconds that it does not answer. */
        private String threads() {
            try {
                Process jstack = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jstack")
                                        .toString(),
                                Long.toString(process.pid()))
                        .redirectErrorStream(true)
                        .start();
                return new String(jstack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return e.toString();
            }
        }

        @Override
        public String toString() {
            return "process=%d pid=%d".formatted(index, process.pid());
        }
    }

    /** What a stream has brought so far. */
    private static final class Text {
        private final StringWriter text = new StringWriter();
        private final Thread reader;

        Text(InputStream from) {
            reader = Thread.ofVirtual().start(() -> {
                try (var characters = new InputStreamReader(from, StandardCharsets.UTF_8)) {
                    char[] buffer = new char[8192];
                    for (int count = characters.read(buffer); count >= 0; count = characters.read(buffer)) {
                        text.write(buffer, 0, count);
                    }
                } catch (IOException e) {
                    text.write(e.toString()); // cut off by a kill
                }
            });
        }

        void awaitEnd() throws InterruptedException {
            reader.join(Duration.ofMinutes(1));
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
