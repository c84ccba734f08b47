package tutti.messaging.runtime;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import tutti.messaging.PeerInfo;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.SharedMemory;
import tutti.messaging.match.Payloads;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.GroupLayout;

/**
 * This process, as its groups and members see it: who the others are, and how to reach them.
 *
 * <p>Thread-safe; no method blocks.
 */
public interface LocalProcess {
    /** Returns the index of this process. */
    int process();

    boolean isHere(int process);

    boolean isOnThisHost(int process);

    /** Returns where a process runs. */
    PeerInfo peer(int process);

    IdleStrategy idleStrategy();

    /** Returns where members wait for requests, one of several each. */
    WaitQueue requests();

    /** Returns the bytes under way between two members in one context from which on the sender waits. */
    long windowBytes();

    /** Makes payloads of values. */
    Payloads payloads();

    /** Returns the way to another process. */
    PeerLink connection(int process);

    /** Returns what finds out that members wait only for each other. */
    DeadlockDetector deadlocks();

    /** Returns how this process shares memory with others of its host, or null if it does not. */
    @Nullable
    SharedMemory sharedMemory();

    /** Sends a notice to the process of the member that it is addressed to. */
    void signal(Notice signal);

    /** Sends a notice to those of some processes that are not this one. */
    void tell(BitSet processes, Notice signal);

    /**
     * A member here has been told, by an operation, that a group is broken; what its processes have not got is no news
     * then.
     */
    void told(GroupLayout layout);

    /** Drops what is known of a group none of whose members here can receive any more. */
    void forget(long group);
}
