package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.collectives.MismatchedCallException;
import tutti.messaging.MemberFailedException;

/** Processes of a job may run different programs: what they share is groups, by name and size. */
class DifferentProgramsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SERVERS = 2;
    private static final int CLIENTS = 3;

    private TestJob job;

    /** A program with two members, which answer what the clients ask. */
    static final class Serving extends ColMember {
        private ColGroup own;
        private ColGroup both;

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                List<Serving> members = List.of(new Serving(), new Serving());
                master.addMembers("servers", members);
                master.addMembers("both", members);
                for (Serving member : members) {
                    member.own = master.getGroup("servers", SERVERS);
                    member.both = master.getGroup("both", SERVERS + CLIENTS);
                }
                members.forEach(member -> member.start(member.both));
            }
        }

        @Override
        public void run() {
            int servers = allReduce(own, 1, Integer::sum);
            List<String> programs = allGather(both, "server");
            int asked = allReduce(both, 0, Integer::sum);
            int answer = broadcast(both, asked * servers, 0);
            System.out.println("server %d of %d in %s: %d".formatted(own.rank(this), servers, programs, answer));
        }
    }

    /** Another program, with three members. */
    static final class Asking extends ColMember {
        private ColGroup own;
        private ColGroup both;

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                List<Asking> members = List.of(new Asking(), new Asking(), new Asking());
                master.addMembers("both", members);
                master.addMembers("clients", members);
                for (Asking member : members) {
                    member.both = master.getGroup("both", SERVERS + CLIENTS);
                    member.own = master.getGroup("clients", CLIENTS);
                }
                members.forEach(member -> member.start(member.own));
            }
        }

        @Override
        public void run() {
            int clients = allReduce(own, 1, Integer::sum);
            List<String> programs = allGather(both, "client");
            int asked = allReduce(both, 10 * (own.rank(this) + 1), Integer::sum);
            int answer = broadcast(both, 0, 0);
            System.out.println(
                    "client %d of %d in %s: %d for %d".formatted(own.rank(this), clients, programs, answer, asked));
        }
    }

    @BeforeEach
    void startJob() {
        job = TestJob.of(2);
    }

    @AfterEach
    void closeJob() {
        job.closeAndCollect();
    }

    @Test
    void shouldWorkInGroupsOfTheirOwnAndInOneTogether() {
        List<String> results = TestJob.eachAtOnce(2, process -> process == 0 ? server() : client());

        assertThat(results).containsExactly("2 questions", "42");
        assertThat(job.closeAndCollect()).isEmpty();
    }

    /** The second process lacks the class of the first one's program. */
    @Test
    void shouldWorkInJvmsThatHaveOneProgramEach() {
        try (JvmJob processes =
                JvmJob.of(Serving.class, Asking.class).without(1, Serving.class).start()) {
            processes.awaitSuccess(LIMIT);
            String all = "[server, server, client, client, client]";
            assertThat(processes.jvm(0).out().lines())
                    .containsExactlyInAnyOrder(
                            "server 0 of 2 in " + all + ": 120", "server 1 of 2 in " + all + ": 120");
            assertThat(processes.jvm(1).out().lines())
                    .containsExactlyInAnyOrder(
                            "client 0 of 3 in " + all + ": 120 for 60",
                            "client 1 of 3 in " + all + ": 120 for 60",
                            "client 2 of 3 in " + all + ": 120 for 60");
        }
    }

    private String server() {
        Communicator alone = job.master(0).communicator("server", 1);
        int own = alone.allReduce(2, Integer::sum);
        alone.done();
        Communicator both = job.master(0).communicator("both", 2);
        for (int i = 0; i < own; i++) {
            both.sendAsync(both.<Integer>receive(1) + 1, 1);
        }
        both.done();
        return own + " questions";
    }

    private String client() {
        Communicator both = job.master(1).communicator("both", 2);
        int value = 40;
        for (int i = 0; i < 2; i++) {
            value = both.<Integer>sendReceive(value, 0, 0);
        }
        both.done();
        return Integer.toString(value);
    }

    @Test
    void shouldSayWhoIsMissingWhenEachWaitsForItsOwnGroup() {
        Duration limit = Duration.ofMillis(100);
        TestJob.eachAtOnce(2, process -> {
            String name = "group of " + process;
            job.master(process).addMember(name, TestMember.idle());
            assertThatThrownBy(() -> job.master(process).getGroup(name, 2, limit))
                    .isInstanceOfSatisfying(
                            GroupException.class,
                            e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.TIMED_OUT))
                    .hasMessageContaining("group is not complete: group=%s members=1 asked=2".formatted(name))
                    .hasMessageContaining("process=" + process)
                    .hasMessageContaining("none from processes=[%d]".formatted(1 - process));
            return true;
        });
    }

    @Test
    void shouldSayWhichSizesTheyAskFor() {
        TestJob.eachAtOnce(2, process -> {
            job.master(process).addMember("g", TestMember.idle());
            job.master(process).addMember("g", TestMember.idle());
            return true;
        });

        assertThatThrownBy(() -> job.master(1).getGroup("g", 3))
                .isInstanceOfSatisfying(
                        GroupException.class,
                        e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.TOO_MANY_MEMBERS))
                .hasMessageContaining("members=4 asked=3")
                .hasMessageContaining("does every process ask for the same number?");
    }

    @Test
    void shouldShowBothCallsWhenTheyCallDifferentOperations() {
        Phaser end = new Phaser(2); // neither leaves before the other has seen what it threw
        TestJob.eachAtOnce(2, process -> {
            Communicator both = job.master(process).communicator("both", 2);
            try {
                assertThatThrownBy(() -> {
                            if (process == 0) {
                                both.allReduce(1, Integer::sum);
                            } else {
                                both.barrier();
                            }
                        })
                        .isInstanceOfAny(MismatchedCallException.class, MemberFailedException.class)
                        .hasMessageContaining("allReduce")
                        .hasMessageContaining("barrier");
            } finally {
                end.arriveAndAwaitAdvance();
                both.done();
            }
            return true;
        });
    }
}
