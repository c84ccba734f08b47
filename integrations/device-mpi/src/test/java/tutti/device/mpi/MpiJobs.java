package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tutti.messaging.JvmCache;

/**
 * Jobs of several JVMs that run {@link MpiProgram}, with a folder for what they print.
 *
 * @param folder in which each job has a file
 */
record MpiJobs(Path folder) {
    static final long LIMIT_SECONDS = 200;
    static final String OUT = "out";
    static final Map<String, String> AS_ROOT =
            Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

    private static final class Cache {
        static final JvmCache OF_TESTS = JvmCache.trainedBy(StartTraining.class);
    }

    /** What a job has said, and how it ended. */
    record Ended(int exitCode, String output) {}

    /** The launchers, each with its library. */
    enum Launcher {
        OPEN_MPI("libmpi.so.40") {
            @Override
            Map<String, String> environment() {
                return AS_ROOT;
            }

            @Override
            List<String> command(int processes) {
                return openMpi(processes);
            }

            @Override
            List<String> only(String name, String value) {
                return List.of("-x", name + "=" + value);
            }
        },

        MPICH("libmpich.so.12") {
            @Override
            Map<String, String> environment() {
                return Map.of();
            }

            @Override
            List<String> command(int processes) {
                return mpich(processes);
            }

            @Override
            List<String> only(String name, String value) {
                return List.of("-env", name, value);
            }
        };

        private final String library;

        Launcher(String library) {
            this.library = library;
        }

        String library() {
            return library;
        }

        abstract Map<String, String> environment();

        abstract List<String> command(int processes);

        /** Returns options that set a variable for the processes of one part of a command. */
        abstract List<String> only(String name, String value);

        /** Returns a command that starts two processes, of which the first has a variable more. */
        List<String> command(List<String> first, String name, String value, List<String> second) {
            List<String> one = command(1);
            List<String> job = join(join(one, only(name, value)), first);
            job.add(":");
            return join(join(job, List.of("-n", "1")), second);
        }
    }

    static List<String> openMpi(int processes) {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        return List.of("mpirun", "--oversubscribe", "--bind-to", "none", "-n", Integer.toString(processes));
    }

    static List<String> mpich(int processes) {
        assumeTrue(isInstalled("mpiexec.hydra"), "MPICH's launcher is not installed: apt install mpich");
        return List.of("mpiexec.hydra", "-n", Integer.toString(processes));
    }

    static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    Ended run(Map<String, String> environment, List<String> launcher, List<String> arguments)
            throws IOException, InterruptedException {
        return end(start(environment, launcher, arguments), OUT);
    }

    Ended end(Process job, String out) throws IOException, InterruptedException {
        try {
            assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(output(out))
                    .isTrue();
            return new Ended(job.exitValue(), output(out));
        } finally {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    Process start(Map<String, String> environment, List<String> launcher, List<String> arguments) throws IOException {
        return start(environment, join(launcher, java(arguments)), OUT);
    }

    List<String> java(List<String> arguments) {
        List<String> java = new ArrayList<>(List.of(JvmCache.java()));
        java.addAll(JvmCache.QUICK_START);
        java.addAll(Cache.OF_TESTS.options());
        java.addAll(List.of("-Xmx128m", "-Duser.home=" + folder));
        java.addAll(List.of("-cp", String.join(File.pathSeparator, Cache.OF_TESTS.classPath())));
        java.add(MpiProgram.class.getName());
        java.addAll(arguments);
        return java;
    }

    Process start(Map<String, String> environment, List<String> command, String out) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(out).toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    static String master() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    String awaitOutput(Process job, String text) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!output().contains(text)) {
            assertThat(job.isAlive() && System.nanoTime() < end).as(output()).isTrue();
            Thread.sleep(50);
        }
        return output();
    }

    String output() throws IOException {
        return output(OUT);
    }

    String output(String out) throws IOException {
        return Files.readString(folder.resolve(out));
    }

    static List<String> join(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> all = new HashMap<>(environment);
        all.put(name, value);
        return all;
    }
}
