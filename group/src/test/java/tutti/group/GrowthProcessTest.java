package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Scanner;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;
import tutti.messaging.Processes;

/** Real JVMs that come later, and JVMs that are killed or stopped while a group grows: nothing hangs. */
class GrowthProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SECRET = UUID.randomUUID().toString();
    private static final String SILENCE = "SILENCE_LIMIT=3";

    /** One program for those that begin and for those that come later; what it does is its argument of the JVM. */
    static final class Growing {
        private Growing() {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.isNewcomer()
                        ? master.grownCommunicator()
                        : master.communicator("world", master.processes());
                try {
                    System.out.println("begins size=%d".formatted(world.size()));
                    run(master, world);
                } finally {
                    world.done();
                }
            }
        }

        private static void run(ColGroupMaster master, Communicator world) {
            Communicator larger = world;
            if (System.getProperty("heal") != null) {
                larger = heal(master, world);
            } else if (Boolean.getBoolean("later") && !master.isNewcomer()) {
                larger = growWhenTold(world);
            } else if (!master.isNewcomer()) {
                larger = grow(world);
            }
            List<Integer> ranks = larger.allGather(larger.rank());
            System.out.println("works rank=%d of %s.".formatted(larger.rank(), ranks));
        }

        private static Communicator grow(Communicator world) {
            System.out.println("grows");
            return growOrContinue(world);
        }

        /** Grows, or says why not and returns the group that continues. */
        static Communicator growOrContinue(Communicator world) {
            try {
                return world.grow(1, Duration.ofSeconds(40));
            } catch (GroupException e) {
                System.out.println("not grown: %s: %s".formatted(e.reason(), e.getMessage()));
                return world;
            } catch (MemberFailedException e) {
                System.out.println("lost: " + e.getMessage());
                return world.shrink();
            }
        }

        /** Says when a newcomer waits, and grows when there is a line to read. */
        private static Communicator growWhenTold(Communicator world) {
            awaitNewcomer(world);
            if (world.rank() == 0) {
                new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
            }
            world.barrier();
            return grow(world);
        }

        /** Waits until a newcomer waits at the job's port, and says so. */
        static void awaitNewcomer(Communicator world) {
            boolean waits = false;
            while (!waits) {
                try {
                    world.grow(2, Duration.ofMillis(200));
                } catch (GroupException e) {
                    waits = String.valueOf(e.getMessage()).contains("newcomers=1 wanted=2");
                }
            }
            System.out.println("a newcomer waits");
        }

        /** Rank 1 is killed; a newcomer continues with its number. */
        private static Communicator heal(ColGroupMaster master, Communicator world) {
            int number = 10 * world.rank();
            if (master.isNewcomer()) {
                number = master.grownState();
            } else {
                int killed = Integer.getInteger("heal");
                try {
                    world.barrier(); // all are in the group: process 0 may still have had to tell others of it
                    if (world.rank() == killed) {
                        Runtime.getRuntime().halt(137);
                    }
                    world.barrier();
                    throw new AssertionError("the lost member has come");
                } catch (MemberFailedException e) {
                    world = world.shrink().replaceLost(world, rank -> 10 * rank, Duration.ofSeconds(40));
                }
            }
            System.out.println("numbers %s.".formatted(world.allGather(number)));
            return world;
        }
    }

    /** Comes, is taken in, and is killed before it has joined. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] args) {
            GrowthTest.admitted(System.getProperty("port"), System.getenv("TUTTI_SECRET"), Duration.ofSeconds(3));
            Runtime.getRuntime().halt(137);
        }
    }

    private static JvmJob.Plan plan(int processes, int joinPort) {
        return JvmJob.of(Growing.class, processes)
                .with("SECRET=" + SECRET)
                .options("-Xmx128m")
                .with(SILENCE)
                .with("JOIN_PORT=" + joinPort);
    }

    /** Describes a newcomer that knows the ports of all processes. */
    private static JvmJob.Plan newcomer(Class<?> program, int processes, int joinPort) {
        String ports = String.join(
                ",",
                IntStream.range(0, processes)
                        .mapToObj(process -> "127.0.0.1:" + (joinPort + process))
                        .toList());
        return JvmJob.of(program, 1)
                .options("-Xmx128m", "-Dport=127.0.0.1:" + joinPort)
                .with(SILENCE)
                .with("SECRET=" + SECRET)
                .with("JOIN=" + ports);
    }

    @ParameterizedTest(name = "{0} processes by {1}")
    @CsvSource("2, grpc")
    @NightlySource({"1, auto", "1, grpc", "3, shared-memory"})
    void shouldTakeInAJvm(int processes, String transport) {
        int port = Processes.freePorts(processes);
        String way = "TRANSPORT=" + transport;
        try (JvmJob job = plan(processes, port).with(way).start();
                JvmJob late = newcomer(Growing.class, processes, port).with(way).startAlone()) {
            late.awaitSuccess(LIMIT);
            job.awaitSuccess(LIMIT);
            assertThat(late.jvm(0).out()).contains("works rank=%d of ".formatted(processes));
        }
    }

    @Test
    void shouldWorkOnWhenANewcomerIsKilledWhileItJoins() {
        int port = Processes.freePorts(2);
        try (JvmJob job = plan(2, port).start();
                JvmJob dying = newcomer(Dying.class, 1, port).startAlone()) {
            assertThat(dying.jvm(0).exitCode(LIMIT)).isEqualTo(137);
            job.awaitSuccess(LIMIT);
            assertThat(job.outLines())
                    .filteredOn(line -> line.startsWith("not grown: NOT_AGREED: the group has not grown: group=world"))
                    .hasSize(2)
                    .allSatisfy(
                            line -> assertThat(line).contains("a newcomer was lost while it joined: newcomer host="));
            assertThat(job.outLines()).contains("works rank=0 of [0, 1].", "works rank=1 of [0, 1].");
        }
    }

    @Tag("nightly")
    @Test
    void shouldWorkOnWhenANewcomerIsStoppedWhileItJoins() {
        int port = Processes.freePorts(2);
        try (JvmJob job = plan(2, port).options("-Dlater=true").start();
                JvmJob late =
                        newcomer(Growing.class, 2, port).with("JOIN_TIMEOUT=10").startAlone()) {
            JvmJob.Jvm stopped = late.jvm(0);
            job.jvm(0).awaitOutput("a newcomer waits");
            stopped.signal("STOP");
            job.jvm(0).enter("grow"); // it is admitted, for its call is open, and never comes
            job.awaitSuccess(LIMIT);
            assertThat(job.outLines())
                    .filteredOn(line -> line.startsWith("not grown: "))
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line)
                            .contains("NOT_AGREED: the group has not grown: group=world")
                            .contains("a newcomer was lost while it joined: newcomer host="));
            assertThat(job.outLines()).contains("works rank=0 of [0, 1].", "works rank=1 of [0, 1].");
            stopped.signal("CONT");
            assertThat(stopped.exitCode(LIMIT)).isEqualTo(1);
            assertThat(stopped.out()).doesNotContain("works");
            assertThat(stopped.err()).contains("JoinException: ");
        }
    }

    @ParameterizedTest(name = "process {0} gets {1}")
    @CsvSource("0, STOP")
    @NightlySource({"0, KILL", "1, KILL", "2, KILL", "1, STOP", "2, STOP"})
    void shouldTellTheOthersWhenAMemberIsLostWhileItGrows(int lost, String signal) {
        int processes = 3;
        int port = Processes.freePorts(processes);
        try (JvmJob job = plan(processes, port).start()) {
            IntStream.range(0, processes).forEach(process -> job.jvm(process).awaitOutput("grows"));
            job.jvm(lost).signal(signal);
            for (int process = 0; process < processes; process++) {
                if (process != lost) {
                    assertThat(job.jvm(process).exitCode(LIMIT)).isZero();
                    assertThat(job.jvm(process).out()).contains("lost: ", "process=" + lost, "of [0, 1].");
                }
            }
        }
    }

    @ParameterizedTest(name = "process {0} of {1} is lost")
    @CsvSource("0, 3")
    @NightlySource({"1, 2", "1, 4", "0, 4"})
    void shouldReplaceALostJvm(int lost, int processes) {
        int port = Processes.freePorts(processes);
        try (JvmJob job = plan(processes, port).options("-Dheal=" + lost).start();
                JvmJob late = newcomer(Growing.class, processes, port)
                        .options("-Dheal=" + lost)
                        .startAlone()) {
            assertThat(late.jvm(0).exitCode(LIMIT))
                    .as(() -> late.jvm(0).err() + job.errors())
                    .isZero();
            String numbers = "numbers %s."
                    .formatted(IntStream.range(0, processes)
                            .mapToObj(rank -> 10 * rank)
                            .toList());
            assertThat(late.jvm(0).out()).contains(numbers, "works rank=%d of".formatted(lost));
            for (int process = 0; process < processes; process++) {
                if (process != lost) {
                    assertThat(job.jvm(process).exitCode(LIMIT))
                            .as(job.jvm(process).err())
                            .isZero();
                    assertThat(job.jvm(process).out()).contains(numbers);
                }
            }
        }
    }
}
