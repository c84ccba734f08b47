package tutti.messaging.device;

import java.util.List;
import java.util.stream.Stream;
import tutti.messaging.PeerInfo;
import tutti.messaging.progress.IdleStrategy;

/**
 * The devices of a process that has joined its job, and all its processes.
 *
 * <p>The way in which a process joins is a {@link Factory}.
 *
 * @param devices ways to the other processes, the nearest first; see {@link ReachDevice}
 * @param peers in order of their index
 * @param cores on which the processes of this host may run
 */
public record Joined(List<Device> devices, List<PeerInfo> peers, int cores) {

    /** Returns those of the only process of a job. */
    public static Joined alone() {
        PeerInfo self =
                new PeerInfo(0, "", 0, "localhost", ProcessHandle.current().pid());
        return new Joined(List.of(), List.of(self), Runtime.getRuntime().availableProcessors());
    }

    /** Returns the same with nearer devices before these. */
    public Joined after(List<? extends Device> nearer) {
        return new Joined(Stream.concat(nearer.stream(), devices.stream()).toList(), peers, cores);
    }

    /** Makes a process' devices, and waits until every process of the job has done so. */
    public interface Factory {
        Joined join(InboundHandler handler, IdleStrategy idleStrategy);
    }
}
