package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.MemberFailedException;

/** The exit code of a program whose member failed is 1, also if it never closes its master; else the program's own. */
class FailedProgramTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MEMBERS = 2;

    /** Rank 1 fails, after both are there. */
    private static final class Failing extends ColMember {
        private ColGroup group;

        @Override
        public void run() {
            ColGroup here = group == null ? group() : group;
            barrier(here);
            if (here.rank(this) == 1) {
                throw new IllegalStateException("no more coffee");
            }
            barrier(here);
        }
    }

    /** Never closes. */
    static final class NotClosing {
        public static void main(String[] args) {
            new ColGroupMaster(args).start("g", Failing::new);
        }
    }

    /** The same, with virtual threads. */
    static final class VirtualThreads {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            startEach(master, member -> member.startVirtual(member.group));
        }
    }

    /** The paper's style: threads of the program's own. */
    static final class OwnThreads {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            startEach(master, member -> new Thread(member).start());
        }
    }

    /** Closes. */
    static final class Closing {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Failing::new);
            }
        }
    }

    /** Knows of the failure, and ends well. */
    static final class Catching {
        public static void main(String[] args) {
            ColGroupMaster master = new ColGroupMaster(args);
            master.start("g", Failing::new);
            try {
                master.await();
            } catch (MemberFailedException e) {
                System.out.println("caught.");
            }
        }
    }

    /** The same, with a status of its own. */
    static final class Exiting {
        public static void main(String[] args) {
            Catching.main(args);
            System.exit(3);
        }
    }

    private static void startEach(ColGroupMaster master, Consumer<Failing> start) {
        List<Failing> members =
                Stream.generate(Failing::new).limit(master.localMembers()).toList();
        master.addMembers("g", members);
        ColGroup group = master.getGroup("g", MEMBERS);
        members.forEach(member -> {
            member.group = group;
            start.accept(member);
        });
    }

    @ParameterizedTest(name = "{0} with {1} processes: {2}")
    @CsvSource({
        "NotClosing, 2, 1",
        "VirtualThreads, 1, 1",
        "OwnThreads, 1, 1",
        "Closing, 1, 1",
        "Catching, 1, 0",
        "Exiting, 2, 3"
    })
    void shouldEndWithTheExitCode(String program, int processes, int exitCode) throws ClassNotFoundException {
        run(program, processes, exitCode);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} with {1} processes: {2}")
    @CsvSource({"NotClosing, 1, 1", "VirtualThreads, 2, 1", "OwnThreads, 2, 1", "Closing, 2, 1", "Exiting, 1, 3"})
    void shouldEndWithTheExitCodeInEachLayout(String program, int processes, int exitCode)
            throws ClassNotFoundException {
        run(program, processes, exitCode);
    }

    private static void run(String program, int processes, int exitCode) throws ClassNotFoundException {
        Class<?> main = Class.forName(FailedProgramTest.class.getName() + "$" + program);
        try (JvmJob job = JvmJob.of(main, processes).with("MEMBERS=" + MEMBERS).start()) {
            for (int process = 0; process < processes; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isEqualTo(exitCode);
                assertThat(jvm.err() + jvm.out()).containsAnyOf("MemberFailedException", "no more coffee", "caught.");
            }
        }
    }
}
