package tutti.messaging;

import java.util.List;

/**
 * A device of a process that has joined its job, and the processes that it reaches, in order of their index.
 *
 * <p>The way in which a process joins is a {@link Factory}.
 */
record Joined(Transport transport, List<PeerInfo> peers) {

    /** Makes a process' device, and waits until every process of the job has done so. */
    interface Factory {
        Joined join(Arrivals arrivals, Patience patience);
    }
}
