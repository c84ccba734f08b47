package tutti.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * The highest rate of some threads that work at the same time; the components are the names in JSON.
 *
 * @param what flops or bandwidth
 * @param best rate of the fastest block, in 1e9 operations or bytes for each second
 * @param median the rate of the block in the middle
 */
record Peak(String what, int threads, String unit, double best, double median) {
    private static final long BLOCK_NANOS = 10_000_000;

    /** Returns this as {@link #of} reads it. */
    String line() {
        return String.join(" ", what, Integer.toString(threads), unit, Double.toString(best), Double.toString(median));
    }

    /** Returns what {@link #line} has written. */
    static Peak of(String line) {
        String[] words = line.split(" ", 5);
        return new Peak(
                words[0],
                Integer.parseInt(words[1]),
                words[2],
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]));
    }

    /** Measures arithmetic. */
    static Peak flops(int threads, Duration time) throws InterruptedException {
        return measure("flops", threads, "Gflop/s", time, PeakKernels.Arithmetic::new);
    }

    /**
     * Measures memory.
     *
     * @param arrayBytes of each of the triad's three arrays, which the threads share
     */
    static Peak bandwidth(int threads, long arrayBytes, Duration time) throws InterruptedException {
        int elements = Math.toIntExact(arrayBytes / Double.BYTES / threads);
        return measure("bandwidth", threads, "GB/s", time, () -> new PeakKernels.Triad(elements));
    }

    private static Peak measure(
            String what, int threads, String unit, Duration time, Supplier<PeakKernels.Kernel> kernel)
            throws InterruptedException {
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            List<PeakKernels.Kernel> kernels = new ArrayList<>();
            Callable<PeakKernels.Kernel> make = kernel::get;
            for (Future<PeakKernels.Kernel> made : workers.invokeAll(Collections.nCopies(threads, make))) {
                kernels.add(result(made));
            }
            long perRound =
                    kernels.stream().mapToLong(PeakKernels.Kernel::perRound).sum();
            int rounds = warmUp(workers, kernels, time);
            List<Double> rates = new ArrayList<>();
            long end = System.nanoTime() + time.toNanos();
            do {
                rates.add((double) perRound * rounds / block(workers, kernels, rounds));
            } while (System.nanoTime() - end < 0);
            Samples samples = new Samples(rates);
            return new Peak(what, threads, unit, samples.max(), samples.median());
        }
    }

    /** Returns how many rounds take about as long as a block shall. */
    private static int warmUp(ExecutorService workers, List<PeakKernels.Kernel> kernels, Duration time)
            throws InterruptedException {
        int rounds = 1;
        long end = System.nanoTime() + time.toNanos();
        boolean isShort;
        do {
            isShort = block(workers, kernels, rounds) < BLOCK_NANOS / 2;
            rounds = isShort && rounds < Integer.MAX_VALUE / 2 ? 2 * rounds : rounds;
        } while (isShort || System.nanoTime() - end < 0);
        return rounds;
    }

    /** Has each thread work for some rounds, and returns how long it took until all were done. */
    private static long block(ExecutorService workers, List<PeakKernels.Kernel> kernels, int rounds)
            throws InterruptedException {
        long start = System.nanoTime();
        List<Future<Object>> done = workers.invokeAll(kernels.stream()
                .map(kernel -> Executors.callable(() -> kernel.run(rounds)))
                .toList());
        long nanos = System.nanoTime() - start;
        for (Future<Object> one : done) {
            var _ = result(one);
        }
        return nanos;
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread that was measured failed", e.getCause());
        }
    }
}
