package tutti.group;

import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs of messages and collective operations, blocking, started and prepared, in several groups at once and
 * several threads, beside what a sequential program says that each member gets.
 */
class RandomProgramsTest extends EachDevice {
    private static final long[] ONCE_FAILED = {}; // seeds whose programs failed before their cause was fixed

    @Test
    void shouldDoWhatASequentialProgramSays() {
        run(1, 8);
        for (long seed : ONCE_FAILED) {
            run(seed, 1);
        }
    }

    @Test
    @Tag("nightly")
    @Timeout(7200)
    void shouldDoWhatASequentialProgramSaysTenThousandTimes() {
        run(Long.getLong("seed", 100), Integer.getInteger("programs", 2_500));
    }

    private void run(long firstSeed, int programs) {
        for (long seed = firstSeed; seed < firstSeed + programs; seed++) {
            long chosen = seed;
            int size = 1 + new Random(seed).nextInt(6);
            try {
                run(size, world -> {
                    RandomProgram.runSeveral(chosen, world, ConcurrentHashMap.newKeySet());
                    return true;
                });
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=%d size=%d".formatted(chosen, size), e);
            }
        }
    }
}
