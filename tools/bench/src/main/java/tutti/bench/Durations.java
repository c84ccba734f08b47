package tutti.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How often single operations took how long.
 *
 * <p>Buckets are narrow where times are short: there are {@value #PER_POWER} from each power of two to the next, so a
 * time is off by less than a hundredth.
 */
final class Durations {
    private static final int PER_POWER = 64;
    private static final int POWER_BITS = 6;

    private final SortedMap<Integer, Long> counts = new TreeMap<>();

    /** Returns the buckets of some times. */
    static Durations of(long... nanos) {
        Durations durations = new Durations();
        Arrays.stream(nanos).forEach(each -> durations.counts.merge(bucket(Math.max(0, each)), 1L, Long::sum));
        return durations;
    }

    /** Reads what {@link #toString} wrote. */
    static Durations parse(String text) {
        Durations durations = new Durations();
        for (String entry : text.split(",", -1)) {
            int colon = entry.indexOf(':');
            durations.counts.put(Integer.valueOf(entry.substring(0, colon)), Long.valueOf(entry.substring(colon + 1)));
        }
        return durations;
    }

    /** Adds what others have counted. */
    void add(Durations others) {
        others.counts.forEach((bucket, count) -> counts.merge(bucket, count, Long::sum));
    }

    /** Returns the time within which a share of the operations was done; 0 if there were none. */
    double nanos(double share) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long wanted = Math.max(1, (long) Math.ceil(share * all));
        long passed = 0;
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            passed += bucket.getValue();
            if (passed >= wanted) {
                return middle(bucket.getKey());
            }
        }
        return 0;
    }

    /** Tells from any time the bucket; the C peer has the same. */
    private static int bucket(long nanos) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1);
        int shift = Math.max(0, power - POWER_BITS);
        return shift * PER_POWER + (int) (nanos >> shift);
    }

    private static double middle(int bucket) {
        int shift = Math.max(0, bucket / PER_POWER - 1);
        return ((long) (bucket - shift * PER_POWER) << shift) + ((1L << shift) - 1) / 2.0;
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
