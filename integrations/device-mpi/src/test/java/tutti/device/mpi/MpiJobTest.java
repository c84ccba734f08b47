package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tutti.device.mpi.MpiJobs.AS_ROOT;
import static tutti.device.mpi.MpiJobs.LIMIT_SECONDS;
import static tutti.device.mpi.MpiJobs.OUT;
import static tutti.device.mpi.MpiJobs.isInstalled;
import static tutti.device.mpi.MpiJobs.join;
import static tutti.device.mpi.MpiJobs.master;
import static tutti.device.mpi.MpiJobs.mpich;
import static tutti.device.mpi.MpiJobs.openMpi;
import static tutti.device.mpi.MpiJobs.with;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.device.mpi.MpiJobs.Ended;
import tutti.device.mpi.MpiJobs.Launcher;
import tutti.messaging.NightlySource;

/** Jobs of several JVMs over the MPI libraries that this machine has. */
class MpiJobTest {
    private static final List<String> DEVICE = List.of("--tutti-device=mpi", "--tutti-transport=network");
    private static final String CANNOT =
            "a job over MPI cannot continue without lost processes or grow, and TLS does not cover its messages";

    @TempDir
    private Path folder;

    private MpiJobs jobs;

    @BeforeEach
    void prepare() {
        jobs = new MpiJobs(folder);
    }

    @Test
    void shouldRunOverOpenMpi() throws Exception {
        assertRight(2, jobs.run(AS_ROOT, openMpi(2), DEVICE));
    }

    @Test
    void shouldRunOverMpich() throws Exception {
        assertRight(3, jobs.run(Map.of(), mpich(3), DEVICE));
    }

    @Tag("nightly")
    @Test
    void shouldRunOverOpenMpiInMoreProcessesThanCores() throws Exception {
        assertRight(4, jobs.run(AS_ROOT, openMpi(4), DEVICE));
    }

    /** Any other thread that called would fail the job. */
    @ParameterizedTest
    @CsvSource("MPICH, " + MpiProgram.BRIEF)
    @NightlySource({"MPICH, " + MpiProgram.WHOLE, "OPEN_MPI, " + MpiProgram.WHOLE})
    void shouldLetOneThreadCall(Launcher launcher, String messages) throws Exception {
        assertRight(
                2,
                jobs.run(
                        with(launcher.environment(), "TUTTI_MPI_THREADS", "funneled"),
                        launcher.command(2),
                        join(DEVICE, List.of(messages))));
    }

    @ParameterizedTest
    @CsvSource("2, " + MpiProgram.BRIEF)
    @NightlySource("3, " + MpiProgram.WHOLE)
    void shouldComposeWithSharedMemory(int processes, String messages) throws Exception {
        assertRight(processes, jobs.run(AS_ROOT, openMpi(processes), List.of("--tutti-device=mpi", messages)));
    }

    /** In the middle of reductions of 8 MB, which no member expects to end. */
    @Tag("nightly")
    @Test
    void shouldEndAllWhenOneIsKilledInAnAllReduceOverOpenMpi() throws Exception {
        int killed = killOneInAnAllReduce(AS_ROOT, openMpi(4), "OMPI_COMM_WORLD_RANK");

        assertThat(jobs.output()).containsPattern("process rank " + killed + " with PID .* exited on signal 9");
    }

    /** Its launcher names any of the processes, since it has killed all when it looks, or they have found it out. */
    @Test
    void shouldEndAllWhenOneIsKilledInAnAllReduceOverMpich() throws Exception {
        killOneInAnAllReduce(Map.of(), mpich(4), "PMI_RANK");

        assertThat(jobs.output()).contains("BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES");
    }

    /** Returns the rank of the process that was killed, when all have ended. */
    private int killOneInAnAllReduce(Map<String, String> environment, List<String> launcher, String rank)
            throws Exception {
        Process job = jobs.start(environment, launcher, join(DEVICE, List.of(MpiProgram.REDUCING)));
        try {
            jobs.awaitOutput(job, MpiProgram.UNDER_WAY);
            List<ProcessHandle> jvms = job.descendants()
                    .filter(each -> each.info().command().orElse("").endsWith("java"))
                    .toList();
            assertThat(jvms).hasSize(4);
            ProcessHandle killed = jvms.getLast();
            int rankOfKilled = Integer.parseInt(variable(killed.pid(), rank));
            killed.destroyForcibly();

            assertThat(job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(jobs.output())
                    .isTrue();
            assertThat(job.exitValue()).isNotZero();
            for (ProcessHandle jvm : jvms) {
                jvm.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            return rankOfKilled;
        } finally {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    private static String variable(long pid, String name) throws IOException {
        return Stream.of(Files.readString(Path.of("/proc", Long.toString(pid), "environ"))
                        .split("\0", -1))
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldSayThatAProcessHasEndedItself() throws Exception {
        assertSaysThatAProcessHasEndedItself(Map.of(), mpich(2));
    }

    @Tag("nightly")
    @Test
    void shouldSayThatAProcessHasEndedItselfOverOpenMpi() throws Exception {
        assertSaysThatAProcessHasEndedItself(AS_ROOT, openMpi(2));
    }

    private void assertSaysThatAProcessHasEndedItself(Map<String, String> environment, List<String> launcher)
            throws Exception {
        Ended job = jobs.run(environment, launcher, join(DEVICE, List.of("exit")));
        assertThat(job.output()).contains("System.exit was called").doesNotContain("is silent");
        assertThat(job.exitCode()).isNotZero();
    }

    /** By TCP a large message takes its time, so the peer stops in the middle of one. */
    @ParameterizedTest
    @ValueSource(strings = "self,tcp")
    @NightlySource("self,vader")
    void shouldCollectGarbageWhileAPeerIsStoppedOverOpenMpi(String networks) throws Exception {
        collectWhileAPeerIsStopped(with(with(AS_ROOT, "OMPI_MCA_btl", networks), "OMPI_MCA_pml", "ob1"), openMpi(2));
    }

    @Tag("nightly")
    @Test
    void shouldCollectGarbageWhileAPeerIsStoppedOverMpich() throws Exception {
        collectWhileAPeerIsStopped(Map.of(), mpich(2));
    }

    private void collectWhileAPeerIsStopped(Map<String, String> environment, List<String> launcher) throws Exception {
        Process job = jobs.start(environment, launcher, join(DEVICE, List.of("flood", "--tutti-silence-limit=5")));
        ProcessHandle stopped = null;
        try {
            String output = jobs.awaitOutput(job, MpiProgram.SENDER);
            long pid = Long.parseLong(output.substring(output.indexOf(MpiProgram.SENDER) + MpiProgram.SENDER.length())
                    .lines()
                    .findFirst()
                    .orElseThrow());
            stopped = ProcessHandle.of(pid).orElseThrow();
            signal("STOP", pid);
            int collected = collections();
            jobs.awaitOutput(job, MpiProgram.COLLECTED + (collected + 10) + "\n");
            jobs.awaitOutput(job, "MemberFailedException: process ");
        } finally {
            if (stopped != null) {
                stopped.destroyForcibly();
            }
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    private int collections() throws IOException {
        return jobs.output().split(MpiProgram.COLLECTED, -1).length - 1;
    }

    private static void signal(String signal, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void shouldSayThatThereIsNoLibrary() throws Exception {
        assertThat(jobs.run(with(AS_ROOT, "TUTTI_MPI_LIBRARY", "/nowhere/libmpi.so"), openMpi(2), DEVICE)
                        .output())
                .contains("no MPI here", "/nowhere/libmpi.so", "TUTTI_MPI_LIBRARY=/path/to/libmpi.so");
    }

    @Test
    void shouldSayThatALibraryIsNotMpi() throws Exception {
        assertThat(jobs.run(with(AS_ROOT, "TUTTI_MPI_LIBRARY", "libc.so.6"), openMpi(2), DEVICE)
                        .output())
                .contains("no MPI library: file=libc.so.6 lacks MPI_Get_library_version");
    }

    @Test
    void shouldSayThatTheJobIsNotOneOfMpi() throws Exception {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        List<String> java =
                jobs.java(join(DEVICE, List.of("--tutti-size=2", "--tutti-rank=0", "--tutti-master=" + master())));
        Process zero = jobs.start(AS_ROOT, java, "zero");
        try {
            java.set(java.indexOf("--tutti-rank=0"), "--tutti-rank=1");
            assertThat(jobs.end(jobs.start(AS_ROOT, java, "one"), "one").output())
                    .contains(
                            "MPI and the job disagree: process=1 processes=2, in MPI rank=0 size=1",
                            "start the job by the mpirun of this library");
            assertThat(jobs.end(zero, "zero").output()).contains("MPI and the job disagree: process=0 processes=2");
        } finally {
            zero.destroyForcibly();
        }
    }

    @Test
    void shouldSayInEachProcessWhichOneLacksTheLibrary() throws Exception {
        List<String> job =
                join(join(mpich(1), List.of("-env", "TUTTI_MPI_LIBRARY", "/nowhere/libmpi.so")), jobs.java(DEVICE));
        job.add(":");
        job.addAll(join(mpich(1).subList(1, 3), jobs.java(DEVICE)));
        String output = jobs.end(jobs.start(Map.of(), job, OUT), OUT).output();
        assertThat(output.split("JoinException: settings differ: process=1 ", -1))
                .hasSize(3);
        assertThat(output)
                .containsPattern(
                        "process=1 host=\\S+ device=mpi \\(MPICH: .*\\), process=0 device=mpi \\(no MPI here: no MPI"
                                + " library is found: tried /nowhere/libmpi.so: .*\\); give all the same TUTTI_DEVICE");
    }

    @Test
    void shouldSayInEachProcessWhichOneHasAnotherDevice() throws Exception {
        List<String> job = join(mpich(1), jobs.java(DEVICE));
        job.add(":");
        job.addAll(join(mpich(1).subList(1, 3), jobs.java(List.of())));
        String output = jobs.end(jobs.start(Map.of(), job, OUT), OUT).output();
        assertThat(output.split("JoinException: settings differ: process=1 ", -1))
                .hasSize(3);
        assertThat(output).containsPattern("process=1 host=\\S+ device=grpc, process=0 device=mpi \\(MPICH: ");
    }

    @Test
    void shouldSayWhichDevicesThereAre() throws Exception {
        assertThat(jobs.run(AS_ROOT, openMpi(2), List.of("--tutti-device=myrinet"))
                        .output())
                .contains("no such device on the class path: device=myrinet there: grpc, mpi");
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
}
