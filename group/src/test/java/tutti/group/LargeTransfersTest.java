package tutti.group;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Much data between real JVMs. */
class LargeTransfersTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** Broadcasts an array, and sends it back. */
    static final class LongArray extends ColMember {
        private static final int LENGTH = Integer.getInteger("length");

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", LongArray::new);
            }
        }

        @Override
        public void run() {
            int rank = group().rank(this);
            long[] values = null;
            if (rank == 0) {
                values = new long[LENGTH];
                Arrays.setAll(values, LongArray::value);
            }
            values = broadcast(group(), values, 0);
            check(values, 0);
            if (rank == 1) {
                for (int i = 0; i < values.length; i++) {
                    values[i]++;
                }
                sendAsync(group(), values, 0);
            } else {
                values = null; // make room
                check(receive(group(), 1), 1);
            }
        }

        private static long value(int i) {
            return i * 0x9E3779B97F4A7C15L;
        }

        private static void check(long[] values, int added) {
            for (int i = 0; i < LENGTH; i++) {
                if (values[i] != value(i) + added) {
                    throw new IllegalStateException("wrong value: index=%d got=%d".formatted(i, values[i]));
                }
            }
        }
    }

    /** Sends a graph of objects round. */
    static final class ObjectGraph extends ColMember {
        private static final int CITIES = Integer.getInteger("cities");

        record City(String name, List<String> twins, Map<Integer, Double> population) implements Serializable {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", ObjectGraph::new);
            }
        }

        @Override
        public void run() {
            Map<String, City> expected = cities();
            int rank = group().rank(this);
            Map<String, City> received = rendezvous(group(), expected, 1 - rank);
            if (!received.equals(expected)) {
                throw new IllegalStateException("not the same: size=" + received.size());
            }
        }

        private static Map<String, City> cities() {
            Map<String, City> cities = new HashMap<>();
            for (int i = 0; i < CITIES; i++) {
                List<String> twins = new ArrayList<>(List.of("twin " + i % 97, "twin " + i % 89));
                cities.put("key" + i, new City("city " + i, twins, Map.of(2001, i * 1.5)));
            }
            return cities;
        }
    }

    @Test
    void shouldCarryArrayOf128Mebibytes() {
        runAndCheck(LongArray.class, "-Xmx1g", "-Dlength=" + (1 << 24));
    }

    @Tag("nightly")
    @Test
    void shouldCarryArrayOfOneGibibyte() {
        runAndCheck(LongArray.class, "-Xmx4g", "-Dlength=" + (1 << 27));
    }

    @ParameterizedTest
    @ValueSource(ints = 30_000)
    @NightlySource("100000")
    void shouldCarryGraphOfManyObjects(int cities) {
        runAndCheck(ObjectGraph.class, "-Xmx512m", "-Dcities=" + cities);
    }

    private static void runAndCheck(Class<?> program, String... options) {
        try (JvmJob job = JvmJob.of(program, 2).asUsersRun().options(options).start()) {
            job.awaitSuccess(LIMIT);
        }
    }
}
