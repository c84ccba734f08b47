package tutti.group;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of {@link RandomProgramsTest} with members in several JVMs. */
class RandomProgramsProcessTest {
    private static final int MEMBERS_OF_JVM = 2;
    private static final String FIRST_SEED = "tutti.test.seed";
    private static final String PROGRAMS = "tutti.test.programs";
    private static final String JVMS = "tutti.test.jvms";

    /** Runs one program after the other, each in a group of its own. */
    static final class Programs {
        private Programs() {}

        public static void main(String[] args) {
            long first = Long.getLong(FIRST_SEED);
            int size = Integer.getInteger(JVMS) * MEMBERS_OF_JVM;
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                for (long seed = first; seed < first + Integer.getInteger(PROGRAMS); seed++) {
                    run(master, seed, size);
                }
            }
        }

        private static void run(ColGroupMaster master, long seed, int size) {
            TestJob.eachAtOnce(MEMBERS_OF_JVM, index -> {
                Communicator world = master.communicator("programs-" + seed, size);
                try {
                    RandomProgram.runSeveral(seed, world, ConcurrentHashMap.newKeySet());
                    return index;
                } catch (RuntimeException | Error e) {
                    world.fail(new AssertionError("seed=" + seed, e));
                    throw e;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    world.done();
                }
            });
        }
    }

    @Test
    void shouldDoWhatASequentialProgramSays() {
        run(2, "auto", 30_001, 5);
    }

    @Tag("nightly")
    @Timeout(3600)
    @ParameterizedTest
    @CsvSource({"2, shared-memory, 40000", "2, grpc, 50000", "3, auto, 60000"})
    void shouldDoWhatASequentialProgramSaysManyTimes(int jvms, String transport, long firstSeed) {
        run(jvms, transport, Long.getLong("seed", firstSeed), Integer.getInteger("programs", 500));
    }

    private static void run(int jvms, String transport, long firstSeed, int programs) {
        try (JvmJob job = JvmJob.of(Programs.class, jvms)
                .with("TRANSPORT=" + transport)
                .with("SILENCE_LIMIT=60") // a busy machine is no failure here
                .with("RECONNECT_LIMIT=60")
                .options(
                        "-Xmx512m",
                        "-D" + FIRST_SEED + "=" + firstSeed,
                        "-D" + PROGRAMS + "=" + programs,
                        "-D" + JVMS + "=" + jvms)
                .start()) {
            job.awaitSuccess(Duration.ofMinutes(30));
        }
    }
}
