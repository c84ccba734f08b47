package tutti.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Measures peaks. Prints the size of an array, then a line for each {@link Peak}. */
public final class PeaksProgram {
    /** Exit code if the arguments cannot be used; the reason is on standard error. */
    static final int REFUSED = 2;

    /** Instead of a size: arrays are as large as the last cache. */
    static final String DEFAULT_ARRAY = "default";

    /** How the lines begin that are not the JVM's own. */
    static final String ARRAY = "array ";

    static final String PEAK = "peak ";

    private static final Path CACHE = Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size");
    private static final long LEAST_ARRAY = 64L << 20;
    private static final long LARGEST_ARRAY = 1L << 33; // one thread's elements have indices
    private static final int ARRAYS = 3;
    private static final double USABLE = 0.8; // of the heap

    private PeaksProgram() {}

    /** Takes numbers of threads, separated by commas; the nanoseconds of a row; and the bytes of an array. */
    public static void main(String[] args) throws InterruptedException {
        List<Integer> threads =
                Arrays.stream(args[0].split(",", -1)).map(Integer::valueOf).toList();
        Duration time = Duration.ofNanos(Long.parseLong(args[1]));
        long arrayBytes = args[2].equals(DEFAULT_ARRAY) ? defaultArray() : Long.parseLong(args[2]);
        long heap = Runtime.getRuntime().maxMemory();
        if (ARRAYS * arrayBytes > USABLE * heap) {
            System.err.printf(
                    "three arrays do not fit the heap: array=%d MiB heap=%d MiB; give a smaller --array, or a larger"
                            + " heap (-J-Xmx8g)%n",
                    arrayBytes >> 20, heap >> 20);
            System.exit(REFUSED);
        }
        PrintStream out = System.out;
        out.println(ARRAY + arrayBytes);
        for (int count : threads) {
            out.println(PEAK + Peak.flops(count, time).line());
        }
        for (int count : threads) {
            out.println(PEAK + Peak.bandwidth(count, arrayBytes, time).line());
        }
    }

    /** Three arrays are then three times as large as the last cache; less if the heap is small. */
    private static long defaultArray() {
        long fitting = (long) (USABLE * Runtime.getRuntime().maxMemory() / ARRAYS);
        return Math.min(Math.clamp(lastCacheBytes(), LEAST_ARRAY, LARGEST_ARRAY), fitting);
    }

    private static long lastCacheBytes() {
        try {
            String size = Files.readString(CACHE).strip();
            return size.endsWith("K") ? Long.parseLong(size.substring(0, size.length() - 1)) << 10 : 0;
        } catch (IOException | NumberFormatException e) {
            return 0; // the system does not tell
        }
    }
}
