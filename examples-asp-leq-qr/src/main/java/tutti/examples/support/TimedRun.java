package tutti.examples.support;

import java.util.Locale;
import tutti.group.ColGroupMaster;

/**
 * One run of one version of a program; the components are the names in JSON.
 *
 * @param version objects, buffers or rmi
 * @param communicationSlowestSeconds time inside communication calls, of the member that was there longest
 * @param communicationMeanSeconds the same, of the mean member
 */
record TimedRun(
        String program,
        String version,
        int members,
        int jvms,
        double seconds,
        double communicationSlowestSeconds,
        double communicationMeanSeconds,
        String checksum) {
    private static final double NANOS_PER_SECOND = 1e9;

    static TimedRun of(String program, Version version, Solution solution, ColGroupMaster master) {
        Times times = solution.times();
        return new TimedRun(
                program,
                version.name().toLowerCase(Locale.ROOT),
                master.numberOfCpus(),
                master.processes(),
                times.nanos() / NANOS_PER_SECOND,
                times.communicationNanos() / NANOS_PER_SECOND,
                times.communicationMeanNanos() / NANOS_PER_SECOND,
                "%016x".formatted(solution.checksum()));
    }
}
