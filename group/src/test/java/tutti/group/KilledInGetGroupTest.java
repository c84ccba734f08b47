package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/** A process that is killed while a group is built is told of as one that is killed while its members work. */
class KilledInGetGroupTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KILLED = "tutti.test.killed";
    private static final String ADDS = "tutti.test.adds";

    /** Builds a group; one process adds its member or not, and does nothing more. */
    static final class Building extends ColMember {
        public static void main(String[] args) throws IOException {
            int killed = Integer.getInteger(KILLED);
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Building member = new Building();
                if (master.process() != killed || Boolean.getBoolean(ADDS)) {
                    master.addMember("g", member);
                }
                System.out.println("added");
                System.in.read();
                if (master.process() != killed) {
                    build(master, member);
                }
            }
        }

        private static void build(ColGroupMaster master, Building member) {
            Thread.startVirtualThread(() -> {
                Awaitility.await().forever().until(() -> !member.activeGroups().isEmpty());
                System.out.println("prepared");
            });
            try {
                ColGroup group = master.getGroup("g", 3);
                System.out.println("built " + group);
            } catch (MemberFailedException e) {
                member.done();
                System.out.println("failed rank=%d process=%d host=%b."
                        .formatted(e.rank(), e.process(), !e.host().isEmpty()));
            }
        }

        @Override
        public void run() {}
    }

    @ParameterizedTest(name = "process {0} is killed, added: {1}")
    @CsvSource("2, true, 2")
    @NightlySource({"0, true, -1", "2, false, -1"})
    void shouldNameTheKilledProcess(int killed, boolean adds, int rank) throws Exception {
        try (JvmJob job = JvmJob.of(Building.class, 3)
                .options("-D" + KILLED + "=" + killed, "-D" + ADDS + "=" + adds)
                .start()) {
            IntStream.range(0, 3).forEach(process -> job.jvm(process).awaitOutput("added"));
            job.jvm(killed).signal("STOP"); // so that it prepares for nothing
            for (int process : others(killed)) {
                job.jvm(process).enter("go");
            }
            if (rank >= 0) { // ranks are given as soon as members prepare
                job.jvm(others(killed)[0]).awaitOutput("prepared");
            }

            job.jvm(killed).kill();

            for (int process : others(killed)) {
                JvmJob.Jvm jvm = job.jvm(process);
                jvm.awaitOutput("failed ");
                assertThat(jvm.out()).contains("failed rank=%d process=%d host=true.".formatted(rank, killed));
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
            }
        }
    }

    private static int[] others(int killed) {
        return IntStream.range(0, 3).filter(process -> process != killed).toArray();
    }
}
