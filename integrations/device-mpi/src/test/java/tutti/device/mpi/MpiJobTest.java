package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
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
        assertThat(run(AS_ROOT, openMpi(2), DEVICE)).isEqualTo(right(2));
    }

    @Test
    void shouldRunOverMpich() throws Exception {
        assertThat(run(Map.of(), mpich(3), DEVICE)).isEqualTo(right(3));
    }

    @Tag("nightly")
    @Test
    void shouldRunOverOpenMpiInMoreProcessesThanCores() throws Exception {
        assertThat(run(AS_ROOT, openMpi(4), DEVICE)).isEqualTo(right(4));
    }

    /** Any other thread that called would fail the job. */
    @Test
    void shouldLetOneThreadCall() throws Exception {
        assertThat(run(with(AS_ROOT, "TUTTI_MPI_THREADS", "funneled"), openMpi(2), DEVICE))
                .isEqualTo(right(2));
        assertThat(run(Map.of("TUTTI_MPI_THREADS", "funneled"), mpich(2), DEVICE))
                .isEqualTo(right(2));
    }

    @Test
    void shouldComposeWithSharedMemory() throws Exception {
        assertThat(run(AS_ROOT, openMpi(3), List.of("--tutti-device=mpi"))).isEqualTo(right(3));
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
        Map<String, String> alone =
                Map.of("TUTTI_RANK", "1", "TUTTI_SIZE", "2", "TUTTI_MASTER", "127.0.0.1:1", "TUTTI_JOIN_TIMEOUT", "1");
        assertThat(run(alone, List.of(), DEVICE).output())
                .contains(
                        "MPI and the job disagree: process=1 processes=2, in MPI rank=0 size=1",
                        "start the job by the mpirun of this library");
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

    private static Ended right(int processes) {
        return new Ended(0, MpiProgram.RIGHT + processes + "\n");
    }

    private Ended run(Map<String, String> environment, List<String> launcher, List<String> arguments)
            throws IOException, InterruptedException {
        Process job = start(environment, launcher, arguments);
        try {
            assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(output())
                    .isTrue();
            return new Ended(job.exitValue(), output());
        } finally {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    private Process start(Map<String, String> environment, List<String> launcher, List<String> arguments)
            throws IOException {
        List<String> java = new ArrayList<>(List.of(JvmCache.java()));
        java.addAll(JvmCache.QUICK_START);
        java.addAll(Cache.OF_TESTS.options());
        java.addAll(List.of("-Xmx128m", NATIVE_ACCESS, "-Duser.home=" + folder));
        java.addAll(List.of("-cp", String.join(File.pathSeparator, Cache.OF_TESTS.classPath())));
        java.add(MpiProgram.class.getName());
        ProcessBuilder builder = new ProcessBuilder(join(launcher, join(java, arguments)))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out().toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private String awaitOutput(Process job, String text) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!output().contains(text)) {
            assertThat(job.isAlive() && System.nanoTime() < end).as(output()).isTrue();
            Thread.sleep(50);
        }
        return output();
    }

    private Path out() {
        return folder.resolve("out");
    }

    private String output() throws IOException {
        return Files.readString(out());
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
