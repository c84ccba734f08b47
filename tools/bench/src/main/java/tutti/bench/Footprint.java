package tutti.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The memory of a job whose members have a process each; the components are the names in JSON.
 *
 * @param after what the members have done before: a barrier, or an alltoall, in which each pair has exchanged messages
 * @param residentMiB of the process in the middle
 * @param proportionalMiB the same, with a page of several processes counted in parts
 * @param mappedSharedMiB shared memory that the process in the middle has mapped
 * @param jobSharedMiB shared memory of the whole job
 * @param sharedKiBPerPair the same, for each pair of processes
 */
record Footprint(
        String system,
        String transport,
        int processes,
        String after,
        double residentMiB,
        double proportionalMiB,
        double mappedSharedMiB,
        double jobSharedMiB,
        double sharedKiBPerPair) {
    private static final double MIB = 1 << 20;
    private static final double KIB = 1 << 10;
    private static final double HUNDREDTHS = 100;

    static Footprint of(Contender contender, Setup setup, Benchmark after, List<ProcessMemory> processes) {
        Map<String, Long> shared = new HashMap<>();
        processes.forEach(process -> process.shared().forEach((file, bytes) -> shared.merge(file, bytes, Math::max)));
        long all = shared.values().stream().mapToLong(Long::longValue).sum();
        long pairs = Math.max(1, (long) processes.size() * (processes.size() - 1) / 2);
        return new Footprint(
                contender.label(),
                contender.transport(setup),
                processes.size(),
                after.toString(),
                rounded(median(processes, ProcessMemory::resident) / MIB),
                rounded(median(processes, ProcessMemory::proportional) / MIB),
                rounded(median(processes, ProcessMemory::sharedBytes) / MIB),
                rounded(all / MIB),
                rounded(all / KIB / pairs));
    }

    private static double median(List<ProcessMemory> processes, ToLongFunction<ProcessMemory> bytes) {
        return new Samples(processes.stream()
                        .map(process -> (double) bytes.applyAsLong(process))
                        .toList())
                .median();
    }

    private static double rounded(double value) {
        return Math.round(value * HUNDREDTHS) / HUNDREDTHS;
    }
}
