package tutti.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures codecs. Prints a line for each {@link CodecCost}. */
public final class CodecProgram {
    static final String COST = "codec ";
    private static final int BLOCKS = 9;
    private static final int CALLS_A_LOOK = 8; // at the clock

    @SuppressWarnings("unused") // lest the compiler leave out what has no other effect
    private static volatile @Nullable Object result;

    private CodecProgram() {}

    /** Takes the names of peers, separated by commas, and the nanoseconds of a block. */
    public static void main(String[] args) {
        List<String> names = Stream.concat(Stream.of("tutti"), Arrays.stream(args[0].split(",", -1)))
                .filter(name -> !name.isEmpty())
                .toList();
        long blockNanos = Long.parseLong(args[1]);
        CodecSamples.all().forEach((value, object) -> {
            Map<String, Contest> contests = new LinkedHashMap<>();
            names.forEach(name -> contests.put(name, new Contest(CodecSystem.of(name), object)));
            contests.values().forEach(each -> each.warmUp(BLOCKS * blockNanos));
            for (int block = 0; block < BLOCKS; block++) {
                for (Contest each : contests.values()) {
                    each.measure(block, blockNanos);
                }
            }
            contests.forEach((name, each) ->
                    System.out.println(COST + each.cost(value, name).line()));
        });
    }

    /** One system at one value. */
    private static final class Contest {
        private final CodecSystem system;
        private final Object value;
        private final Object encoding;
        private final double[] encode = new double[BLOCKS];
        private final double[] decode = new double[BLOCKS];

        Contest(CodecSystem system, Object value) {
            this.system = system;
            this.value = value;
            encoding = system.encode(value);
        }

        void warmUp(long nanos) {
            encodeMicros(nanos);
            decodeMicros(nanos);
        }

        void measure(int block, long nanos) {
            encode[block] = encodeMicros(nanos);
            decode[block] = decodeMicros(nanos);
        }

        private double encodeMicros(long nanos) {
            return micros(nanos, () -> result = system.encode(value));
        }

        private double decodeMicros(long nanos) {
            return micros(nanos, () -> result = system.decode(encoding));
        }

        private static double micros(long nanos, Runnable call) {
            long start = System.nanoTime();
            long calls = 0;
            long now;
            do {
                for (int i = 0; i < CALLS_A_LOOK; i++) {
                    call.run();
                }
                calls += CALLS_A_LOOK;
                now = System.nanoTime();
            } while (now - start < nanos);
            return (now - start) / 1e3 / calls;
        }

        CodecCost cost(String name, String systemName) {
            return new CodecCost(name, systemName, median(encode), median(decode), system.lengthBytes(encoding));
        }

        private static double median(double[] times) {
            double[] sorted = times.clone();
            Arrays.sort(sorted);
            return sorted[BLOCKS / 2];
        }
    }
}
