package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that is killed at any time while its job starts ends the others, with a reason, or is missed by none. */
class KilledInStartTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int PROCESSES = 3;
    /** What a process says that comes, or asks, after process 0 has learnt of the kill and ended for it. */
    private static final String TOO_LATE = "from process=0 at address=\\S+ got no answer"
            + "|ended or was lost: group=\\S.* rank=0 process=0 "
            + "|registry is gone, .* process=0 .* process has left the job";

    private static final String WELL = "all is well";

    /** Joins, meets the others, and ends. */
    static final class Starting {
        private Starting() {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                int sum = master.run(PROCESSES, world -> world.allReduce(world.rank(), Integer::sum))
                        .getFirst();
                System.out.println(sum == 3 ? WELL : "sum=" + sum);
            }
        }
    }

    private record Killed(int process, JvmJob job) {
        void check() {
            for (int other = 0; other < PROCESSES; other++) {
                if (other != process) {
                    check(job.jvm(other));
                }
            }
        }

        private void check(JvmJob.Jvm jvm) {
            int exitCode = jvm.exitCode(LIMIT);
            String what = "%s beside process %d: %s%n%s".formatted(jvm, process, jvm.out(), jvm.err());
            if (exitCode == 0) {
                assertThat(jvm.out()).as(what).contains(WELL);
            } else {
                assertThat(exitCode).as(what).isEqualTo(1);
                assertThat(jvm.err())
                        .as(what)
                        .containsPattern("JoinException|MemberFailedException")
                        .containsPattern("process=%1$d\\b|processes=\\[[\\d, ]*\\b%1$d\\b|process %1$d\\b|%2$s"
                                .formatted(process, TOO_LATE));
            }
        }
    }

    private static JvmJob start() {
        return JvmJob.of(Starting.class, PROCESSES).with("JOIN_TIMEOUT=10").start();
    }

    @Test
    void shouldEndTheOthers() throws InterruptedException {
        // at 0 there is no JVM yet; at the first two the process has not joined, at the last one it mostly has
        killAtMoments(List.of(1 / 3.0, 2 / 3.0, 0.8), false);
    }

    @Tag("nightly")
    @Test
    void shouldEndTheOthersAtManyMoments() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            killAtMoments(List.of(0.0, 0.4, 0.7, 0.8, 0.9), true);
        }
    }

    /**
     * Kills the last or the first process, at one moment after the other in turn, or in a job each at all of them.
     *
     * @param moments parts of the time that an undisturbed job takes
     */
    private static void killAtMoments(List<Double> moments, boolean both) throws InterruptedException {
        long nanos;
        try (JvmJob undisturbed = start()) {
            long startNanos = System.nanoTime(); // the first job of all may have waited for the start cache before
            undisturbed.awaitSuccess(LIMIT);
            nanos = System.nanoTime() - startNanos;
        }

        List<Killed> jobs = new ArrayList<>();
        try {
            for (int i = 0; i < moments.size(); i++) {
                for (int process : new int[] {0, PROCESSES - 1}) {
                    if (!both && (process == 0) == (i % 2 == 0)) {
                        continue;
                    }
                    Killed killed = new Killed(process, start());
                    jobs.add(killed);
                    TimeUnit.NANOSECONDS.sleep((long) (nanos * moments.get(i)));
                    killed.job().jvm(process).kill();
                }
            }
            jobs.forEach(Killed::check);
        } finally {
            jobs.forEach(each -> each.job().close());
        }
    }
}
