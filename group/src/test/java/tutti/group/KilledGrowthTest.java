package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;

/** Real JVMs, one of which is killed while the group waits for others to come: the others learn it, and continue. */
class KilledGrowthTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SECRET = UUID.randomUUID().toString();
    private static final Pattern PORT = Pattern.compile("port (\\S+)");
    private static final Pattern PID = Pattern.compile("child (\\d+)");

    /** What the members wait in when one is killed. */
    enum Way {
        GROW {
            @Override
            void run(Communicator world) {
                world.grow(1, LIMIT);
            }
        },
        SPAWN {
            @Override
            void run(Communicator world) {
                Intercommunicator.spawn(world, 1, SpawnCommand.java(Orphan.class.getName()), 0);
            }
        },
        ACCEPT {
            @Override
            void run(Communicator world) {
                Intercommunicator.accept(world, world.openPort(), 0);
            }
        },
        CONNECT {
            @Override
            void run(Communicator world) {
                Intercommunicator.connect(world, System.getProperty("port"), 0);
            }
        },
        /** Has a port at which others wait. */
        HOLD {
            @Override
            void run(Communicator world) throws InterruptedException {
                System.out.println("port " + world.openPort());
                Thread.currentThread().join();
            }
        };

        abstract void run(Communicator world) throws InterruptedException;
    }

    /** The program of each JVM. */
    static final class Waiting {
        private Waiting() {}

        public static void main(String[] args) throws InterruptedException {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                world.barrier();
                System.out.println("waits");
                try {
                    Way.valueOf(System.getProperty("way")).run(world);
                } catch (MemberFailedException e) {
                    System.out.println("lost: " + e.getMessage());
                    int members = world.shrink().allReduce(1, Reductions.<Integer>sum());
                    System.out.println("works %d.".formatted(members));
                }
                world.done();
            }
        }
    }

    /** A child that connects when its parent has died. */
    static final class Orphan {
        private Orphan() {}

        public static void main(String[] args) {
            ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
            System.out.println("child " + ProcessHandle.current().pid());
            parent.onExit().join();
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("children", 1);
                try {
                    master.parent(world);
                } finally {
                    world.done();
                }
            }
        }
    }

    private static JvmJob.Plan plan(Way way, int processes) {
        return JvmJob.of(Waiting.class, processes)
                .with("SECRET=" + SECRET)
                .with("JOIN_PORT=" + Processes.freePorts(processes))
                .options("-Xmx128m", "-Dway=" + way);
    }

    private static String found(Pattern pattern, JvmJob.Jvm jvm) {
        Matcher matcher = pattern.matcher(jvm.out());
        assertThat(matcher.find()).as(jvm.out()).isTrue();
        return matcher.group(1);
    }

    private static void assertOthersContinue(JvmJob.Plan plan, Way way, int victim) {
        int processes = 3;
        try (JvmJob job = plan.start()) {
            for (int process = 0; process < processes; process++) {
                job.jvm(process).awaitOutput("waits");
            }
            if (way == Way.SPAWN) {
                job.jvm(0).awaitOutput("child ");
            }
            job.jvm(victim).kill();
            for (int process = 0; process < processes; process++) {
                if (process != victim) {
                    JvmJob.Jvm jvm = job.jvm(process);
                    assertThat(jvm.exitCode(LIMIT)).as(jvm.err()).isZero();
                    assertThat(jvm.out()).contains("lost: ", "process=" + victim, "works 2.");
                }
            }
            if (way == Way.SPAWN) {
                assertThat(ends(found(PID, job.jvm(0)))).isTrue();
            }
        }
    }

    private static boolean ends(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .map(child -> child.onExit()
                        .completeOnTimeout(null, LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .join())
                .map(child -> !child.isAlive())
                .orElse(true); // it has ended already
    }

    @ParameterizedTest(name = "{0}, process {1} is killed")
    @CsvSource({"SPAWN, 0"})
    void shouldContinueWithoutTheOneThatDied(Way way, int victim) {
        assertOthersContinue(plan(way, 3), way, victim);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0}, process {1} is killed")
    @CsvSource({"GROW, 1", "SPAWN, 1", "ACCEPT, 0", "ACCEPT, 2"})
    void shouldContinueInEachWay(Way way, int victim) {
        assertOthersContinue(plan(way, 3), way, victim);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldContinueWithoutTheOneThatDiedWhileItConnects(int victim) {
        try (JvmJob holder = plan(Way.HOLD, 1).start()) {
            holder.jvm(0).awaitOutput("port ");
            String port = "-Dport=" + found(PORT, holder.jvm(0));
            assertOthersContinue(plan(Way.CONNECT, 3).options(port), Way.CONNECT, victim);
        }
    }

    @Tag("nightly")
    @Test
    void shouldEndAChildWhoseParentWasKilled() {
        try (JvmJob job = plan(Way.SPAWN, 1).start()) {
            job.jvm(0).awaitOutput("child ");
            job.jvm(0).kill();
            assertThat(ends(found(PID, job.jvm(0)))).isTrue();
        }
    }
}
