package tutti.messaging.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages and notices from this process to others, and from them to this one.
 *
 * <p>One instance serves a process until it is closed. Loopback, shared memory and gRPC are devices; {@link
 * ReachDevice} makes one of several. What follows is the contract of all devices; {@code DeviceContractTest} tests it.
 *
 * <p><b>Processes.</b> A device knows processes by their index in the job. It is told of members only as far as
 * {@link InboundHandler} knows them, and of groups nothing.
 *
 * <p><b>Threads.</b> All methods are called by any thread, several at once. Members call them while they send, often
 * with the lock of a {@link tutti.messaging.match.SendStream} held; the failure detector calls them from its timer. No
 * method but {@link #close} may block, wait for a peer, or throw because of one. The device calls the handler from
 * threads of its own, or from members that wait and drive the {@link tutti.messaging.progress.ProgressEngine}; it holds
 * no lock then that a method of this interface, or of {@link PeerLink}, takes.
 *
 * <p><b>Order.</b> What one thread hands to one link arrives in that order, with these freedoms: a message that cannot
 * travel yet (its bytes have not come, or its {@link tutti.messaging.match.Credit} is used up) may be overtaken, a
 * buffer that is written straight ({@link PeerLink#buffers}) may overtake what is queued, and chunks of several
 * messages may alternate. Chunks of one message stay in order. A receiver puts the messages of each pair in the order
 * of their numbers itself. Between links there is no order.
 *
 * <p><b>Once.</b> What was handed over arrives once, or the peer is reported lost. A device whose connections can break
 * writes again what was not acknowledged, and drops what comes twice; how it acknowledges is its own affair.
 *
 * <p><b>Flow control.</b> Credit and receipts between members bound what is under way, above the device. A device
 * bounds what it holds of its own: what the peer has not taken stays in the {@link SendQueue}, which holds references
 * and copies nothing. Notices need no credit. A device takes in what comes without waiting for a member, since a notice
 * may lie behind it.
 *
 * <p><b>Life.</b> Each frame that comes is reported by {@link InboundHandler#heard}. The owner sends notices at regular
 * times with {@link #signalAll}, so that silence means a failure. A device reports the end of each peer that has been
 * in touch once: {@link InboundHandler#ended} after everything that the peer sent, or {@link InboundHandler#lost}, with
 * a {@link tutti.messaging.failure.ProcessEndedException} as its cause only if the process is known to have ended.
 * Messages of the peer that are incomplete then fail.
 *
 * <p><b>What a device need not give.</b> It need not find peers, know whether they live, or say why they died: see
 * {@link ConnectionOwner}, by which shared memory leaves that to gRPC. It need not write buffers without a copy
 * ({@link PeerLink#buffers}), nor offer memory for groups. It never decodes what it carries.
 */
public interface Device {

    /**
     * Returns whether this device is a way to a process; known as soon as the process has joined, and the same for
     * ever.
     */
    boolean reaches(int process);

    /**
     * Returns the link to a process, the same one each time.
     *
     * <p>Never blocks; the link may be established later, and what is sent meanwhile waits. The link to a process that
     * is lost drops what it is given.
     *
     * @throws IllegalArgumentException if the device does not reach the process
     */
    PeerLink connect(int process);

    /** Sends a notice to all other processes that this device has links to; processes that share no link need none. */
    void signalAll(Notice notice);

    /** Looks for connections that have silently died; called at regular times, before a notice to all. */
    default void checkConnections() {
        // where connections can't die there is nothing to look for
    }

    /**
     * Ends the link to a process that is counted as lost, so that it learns so if it still runs.
     *
     * <p>Drops what is queued for it, wakes the threads that wait for room, and takes nothing more from it. The handler
     * hears of the loss, unless it has before. Idempotent.
     */
    void abandon(int process, String reason);

    /** Returns how this process shares memory with others of its host, or null if it does not. */
    default @Nullable SharedMemory sharedMemory() {
        return null;
    }

    /**
     * Sends what is queued, as long as the peers take anything, tells them that nothing follows, and ends.
     *
     * <p>Blocks until each peer has confirmed that, is lost, or has taken nothing for a limit. From the
     * beginning on, the handler hears of no peer's end. Idempotent.
     *
     * @return what members have sent and others have not got, as far as is known
     */
    List<Undelivered> close();
}
