package tutti.examples.nbody;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What all members know at the end; the components are the names in JSON.
 *
 * @param seconds time of the slowest member, without the first attraction
 * @param communicationSlowestSeconds time inside communication calls, of the member that was there longest
 * @param communicationMeanSeconds the same, of the mean member
 * @param interactions of a body in the last step, with a cell or another body
 * @param mostWork of a member in the last step, by that of the mean member
 * @param energy at the end
 * @param energyChange by the energy at the start
 * @param momentumChange by the sum of the absolute momenta at the start
 * @param forceError root mean square of some bodies' relative errors; null if it was not looked for
 * @param checksum of all places and velocities
 */
record Outcome(
        double seconds,
        double communicationSlowestSeconds,
        double communicationMeanSeconds,
        double interactions,
        double mostWork,
        double energy,
        double energyChange,
        double momentumChange,
        @Nullable Double forceError,
        String checksum)
        implements Serializable {}
