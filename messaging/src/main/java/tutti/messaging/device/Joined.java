package tutti.messaging.device;

import java.util.List;
import tutti.messaging.PeerInfo;
import tutti.messaging.progress.IdleStrategy;

/**
 * A device of a process that has joined its job, and the processes that it reaches, in order of their index.
 *
 * <p>The way in which a process joins is a {@link Factory}.
 */
public record Joined(Device transport, List<PeerInfo> peers) {

    /** Makes a process' device, and waits until every process of the job has done so. */
    public interface Factory {
        Joined join(InboundHandler arrivals, IdleStrategy patience);
    }
}
