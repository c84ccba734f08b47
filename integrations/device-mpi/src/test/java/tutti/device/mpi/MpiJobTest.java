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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.JvmCache;

/** Jobs of several JVMs over the MPI libraries that this machine has. */
class MpiJobTest {
    private static final long LIMIT_SECONDS = 200;
    private static final List<String> DEVICE = List.of("--tutti-device=mpi", "--tutti-transport=network");
    private static final String OUT = "out";
    private static final String CANNOT =
            "a job over MPI cannot continue without lost processes or grow, and TLS does not cover its messages";
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final Map<String, String> AS_ROOT =
            Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

    @TempDir
    private Path folder;

    private static final class Cache {
        static final JvmCache OF_TESTS = JvmCache.trainedBy(StartTraining.class, NATIVE_ACCESS);
    }

    /** What a job has said, and how it ended. */
    private record Ended(int exitCode, String output) {}

    @Test
    void shouldRunOverOpenMpi() throws Exception {
        assertRight(2, run(AS_ROOT, openMpi(2), DEVICE));
    }

    @Test
    void shouldRunOverMpich() throws Exception {
        assertRight(3, run(Map.of(), mpich(3), DEVICE));
    }

    @Tag("nightly")
    @Test
    void shouldRunOverOpenMpiInMoreProcessesThanCores() throws Exception {
        assertRight(4, run(AS_ROOT, openMpi(4), DEVICE));
    }

    /** Any other thread that called would fail the job. */
    @Test
    void shouldLetOneThreadCall() throws Exception {
        assertRight(2, run(with(AS_ROOT, "TUTTI_MPI_THREADS", "funneled"), openMpi(2), DEVICE));
        assertRight(2, run(Map.of("TUTTI_MPI_THREADS", "funneled"), mpich(2), DEVICE));
    }

    @Test
    void shouldComposeWithSharedMemory() throws Exception {
        assertRight(3, run(AS_ROOT, openMpi(3), List.of("--tutti-device=mpi")));
    }

    @Test
    void shouldEndAllWhenOneIsKilled() throws Exception {
        Process job = start(AS_ROOT, openMpi(3), join(DEVICE, List.of("endless")));
        try {
            awaitOutput(job, MpiProgram.RIGHT);
            List<ProcessHandle> jvms = job.descendants()
                    .filter(each -> each.info().command().orElse("").endsWith("java"))
                    .toList();
            assertThat(jvms).hasSize(3);
            jvms.getLast().destroyForcibly();

            assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(output())
                    .isTrue();
            assertThat(job.exitValue()).isNotZero();
            for (ProcessHandle jvm : jvms) {
                jvm.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    @Test
    void shouldSayThatAProcessHasEndedItself() throws Exception {
        for (Ended job : List.of(
                run(AS_ROOT, openMpi(2), join(DEVICE, List.of("exit"))),
                run(Map.of(), mpich(2), join(DEVICE, List.of("exit"))))) {
            assertThat(job.output()).contains("System.exit was called").doesNotContain("is silent");
            assertThat(job.exitCode()).isNotZero();
        }
    }

    /** By TCP a large message takes its time, so the peer stops in the middle of one. */
    @ParameterizedTest
    @ValueSource(strings = {"self,tcp", "self,vader"})
    void shouldCollectGarbageWhileAPeerIsStoppedOverOpenMpi(String networks) throws Exception {
        collectWhileAPeerIsStopped(with(with(AS_ROOT, "OMPI_MCA_btl", networks), "OMPI_MCA_pml", "ob1"), openMpi(2));
    }

    @Test
    void shouldCollectGarbageWhileAPeerIsStoppedOverMpich() throws Exception {
        collectWhileAPeerIsStopped(Map.of(), mpich(2));
    }

    private void collectWhileAPeerIsStopped(Map<String, String> environment, List<String> launcher) throws Exception {
        Process job = start(environment, launcher, join(DEVICE, List.of("flood", "--tutti-silence-limit=5")));
        ProcessHandle stopped = null;
        try {
            String output = awaitOutput(job, MpiProgram.SENDER);
            long pid = Long.parseLong(output.substring(output.indexOf(MpiProgram.SENDER) + MpiProgram.SENDER.length())
                    .lines()
                    .findFirst()
                    .orElseThrow());
            stopped = ProcessHandle.of(pid).orElseThrow();
            signal("STOP", pid);
            int collected = collections();
            awaitOutput(job, MpiProgram.COLLECTED + (collected + 10) + "\n");
            awaitOutput(job, "MemberFailedException: process ");
        } finally {
            if (stopped != null) {
                stopped.destroyForcibly();
            }
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    private int collections() throws IOException {
        return output().split(MpiProgram.COLLECTED, -1).length - 1;
    }

    private static void signal(String signal, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws Exception {
        assertThat(run(with(AS_ROOT, "TUTTI_MPI_LIBRARY", "/nowhere/libmpi.so"), openMpi(2), DEVICE)
                        .output())
                .contains("no MPI here", "/nowhere/libmpi.so", "TUTTI_MPI_LIBRARY=/path/to/libmpi.so");
    }

    @Test
    void shouldSayThatALibraryIsNotMpi() throws Exception {
        assertThat(run(with(AS_ROOT, "TUTTI_MPI_LIBRARY", "libc.so.6"), openMpi(2), DEVICE)
                        .output())
                .contains("no MPI library: file=libc.so.6 lacks MPI_Get_library_version");
    }

    @Test
    void shouldSayThatTheJobIsNotOneOfMpi() throws Exception {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        List<String> java =
                java(join(DEVICE, List.of("--tutti-size=2", "--tutti-rank=0", "--tutti-master=" + master())));
        Process zero = start(AS_ROOT, java, "zero");
        try {
            java.set(java.indexOf("--tutti-rank=0"), "--tutti-rank=1");
            assertThat(end(start(AS_ROOT, java, "one"), "one").output())
                    .contains(
                            "MPI and the job disagree: process=1 processes=2, in MPI rank=0 size=1",
                            "start the job by the mpirun of this library");
            assertThat(end(zero, "zero").output()).contains("MPI and the job disagree: process=0 processes=2");
        } finally {
            zero.destroyForcibly();
        }
    }

    @Test
    void shouldSayInEachProcessWhichOneLacksTheLibrary() throws Exception {
        List<String> job =
                join(join(mpich(1), List.of("-env", "TUTTI_MPI_LIBRARY", "/nowhere/libmpi.so")), java(DEVICE));
        job.add(":");
        job.addAll(join(mpich(1).subList(1, 3), java(DEVICE)));
        String output = end(start(Map.of(), job, OUT), OUT).output();
        assertThat(output.split("JoinException: settings differ: process=1 ", -1))
                .hasSize(3);
        assertThat(output)
                .containsPattern(
                        "process=1 host=\\S+ device=mpi \\(MPICH: .*\\), process=0 device=mpi \\(no MPI here: no MPI"
                                + " library is found: tried /nowhere/libmpi.so: .*\\); give all the same TUTTI_DEVICE");
    }

    @Test
    void shouldSayInEachProcessWhichOneHasAnotherDevice() throws Exception {
        List<String> job = join(mpich(1), java(DEVICE));
        job.add(":");
        job.addAll(join(mpich(1).subList(1, 3), java(List.of())));
        String output = end(start(Map.of(), job, OUT), OUT).output();
        assertThat(output.split("JoinException: settings differ: process=1 ", -1))
                .hasSize(3);
        assertThat(output).containsPattern("process=1 host=\\S+ device=grpc, process=0 device=mpi \\(MPICH: ");
    }

    @Test
    void shouldSayWhichDevicesThereAre() throws Exception {
        assertThat(run(AS_ROOT, openMpi(2), List.of("--tutti-device=myrinet")).output())
                .contains("no such device on the class path: device=myrinet there: grpc, mpi");
    }

    private static List<String> openMpi(int processes) {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        return List.of("mpirun", "--oversubscribe", "--bind-to", "none", "-n", Integer.toString(processes));
    }

    private static List<String> mpich(int processes) {
        assumeTrue(isInstalled("mpiexec.hydra"), "MPICH's launcher is not installed: apt install mpich");
        return List.of("mpiexec.hydra", "-n", Integer.toString(processes));
    }

    private static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    /** Process 0 says once what MPI cannot give; all else that is printed would be a surprise. */
    private static void assertRight(int processes, Ended job) {
        assertThat(job.output())
                .containsOnlyOnce("messages between processes go through MPI: ")
                .containsOnlyOnce(CANNOT)
                .containsOnlyOnce(MpiProgram.RIGHT + processes + "\n")
                .hasLineCount(3);
        assertThat(job.exitCode()).isZero();
    }

    private Ended run(Map<String, String> environment, List<String> launcher, List<String> arguments)
            throws IOException, InterruptedException {
        return end(start(environment, launcher, arguments), OUT);
    }

    private Ended end(Process job, String out) throws IOException, InterruptedException {
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

    private Process start(Map<String, String> environment, List<String> launcher, List<String> arguments)
            throws IOException {
        return start(environment, join(launcher, java(arguments)), OUT);
    }

    private List<String> java(List<String> arguments) {
        List<String> java = new ArrayList<>(List.of(JvmCache.java()));
        java.addAll(JvmCache.QUICK_START);
        java.addAll(Cache.OF_TESTS.options());
        java.addAll(List.of("-Xmx128m", NATIVE_ACCESS, "-Duser.home=" + folder));
        java.addAll(List.of("-cp", String.join(File.pathSeparator, Cache.OF_TESTS.classPath())));
        java.add(MpiProgram.class.getName());
        java.addAll(arguments);
        return java;
    }

    private Process start(Map<String, String> environment, List<String> command, String out) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(out).toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String master() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    private String awaitOutput(Process job, String text) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!output().contains(text)) {
            assertThat(job.isAlive() && System.nanoTime() < end).as(output()).isTrue();
            Thread.sleep(50);
        }
        return output();
    }

    private String output() throws IOException {
        return output(OUT);
    }

    private String output(String out) throws IOException {
        return Files.readString(folder.resolve(out));
    }

    private static List<String> join(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> all = new java.util.HashMap<>(environment);
        all.put(name, value);
        return all;
    }
}
