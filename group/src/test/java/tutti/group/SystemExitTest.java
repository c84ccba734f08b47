package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** A process that ends by System.exit before its members are done has failed, in every layout, and says where. */
class SystemExitTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MEMBERS = 4;

    /** The last member calls System.exit, the others wait for it. */
    static final class Exiting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                if (Boolean.getBoolean("virtual")) {
                    List<Exiting> members = Stream.generate(Exiting::new)
                            .limit(MEMBERS / Integer.getInteger("processes"))
                            .toList();
                    master.addMembers("g", members);
                    ColGroup group = master.getGroup("g", MEMBERS);
                    members.forEach(member -> member.startVirtual(group));
                } else {
                    master.start("g", Exiting::new);
                }
            }
        }

        @Override
        public void run() {
            barrier(group());
            if (group().rank(this) == MEMBERS - 1) {
                System.exit(Integer.getInteger("status"));
            }
            barrier(group());
        }
    }

    /** The main thread calls System.exit while the members wait for each other. */
    static final class ExitingInMain extends ColMember {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            master.start("g", ExitingInMain::new);
            System.exit(0);
        }

        @Override
        public void run() {
            if (group().rank(this) > 0) {
                barrier(group()); // which rank 0 never calls
            } else {
                receive(group(), 1);
            }
        }
    }

    /** Says when it runs, and waits until it is ended. */
    static final class Waiting extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Waiting::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            System.out.println("running.");
            receive(group(), (rank + 1) % MEMBERS);
        }
    }

    /** Ends by System.exit when all is done. */
    static final class ExitingAfterwards extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", ExitingAfterwards::new);
            }
            System.exit(3);
        }

        @Override
        public void run() {
            barrier(group());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0, true", "2, 0, false"})
    @NightlySource({"1, 3, false", "1, 0, false", "2, 3, false", "2, 3, true"})
    void shouldFailAndSayWhoCalled(int processes, int status, boolean virtual) {
        try (JvmJob job = JvmJob.of(Exiting.class, processes)
                .with("MEMBERS=" + MEMBERS)
                .options("-Dstatus=" + status, "-Dvirtual=" + virtual, "-Dprocesses=" + processes)
                .start()) {
            for (int process = 0; process < processes; process++) {
                assertThat(job.jvm(process).exitCode(LIMIT))
                        .as(job.jvm(process).err())
                        .isEqualTo(1);
                assertThat(job.jvm(process).err())
                        .contains(
                                "System.exit was called before all members of its process were done",
                                "group=g rank=3",
                                "SystemExitTest$Exiting.run(SystemExitTest.java:");
            }
            if (processes == 2) {
                assertThat(job.jvm(0).err()).contains("member failed: group=g rank=3 process=1");
            }
        }
    }

    @Test
    void shouldFailIfAnotherThreadCalls() {
        try (JvmJob job = JvmJob.of(ExitingInMain.class, 1).with("MEMBERS=2").start()) {
            assertThat(job.jvm(0).exitCode(LIMIT)).isEqualTo(1);
            assertThat(job.jvm(0).err())
                    .contains("System.exit was called", "thread=main at=", "ExitingInMain.main(SystemExitTest.java:");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("1")
    void shouldNotTakeASignalForIt(int processes) {
        try (JvmJob job =
                JvmJob.of(Waiting.class, processes).with("MEMBERS=" + MEMBERS).start()) {
            for (int process = 0; process < processes; process++) {
                job.jvm(process).awaitOutput("running.");
            }
            job.jvm(0).terminate();
            assertThat(job.jvm(0).exitCode(LIMIT)).isEqualTo(143);
            assertThat(job.jvm(0).err()).doesNotContain("System.exit");
            if (processes == 2) {
                assertThat(job.jvm(1).exitCode(LIMIT)).isEqualTo(1);
                assertThat(job.jvm(1).err())
                        .contains("process ended before its members were done")
                        .doesNotContain("System.exit");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("1")
    void shouldKeepTheStatusWhenAllAreDone(int processes) {
        try (JvmJob job = JvmJob.of(ExitingAfterwards.class, processes)
                .with("MEMBERS=" + MEMBERS)
                .start()) {
            for (int process = 0; process < processes; process++) {
                assertThat(job.jvm(process).exitCode(LIMIT)).isEqualTo(3);
                assertThat(job.jvm(process).err()).isEmpty();
            }
        }
    }
}
