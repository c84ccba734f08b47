package tutti.messaging.device;

import java.util.concurrent.Executor;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.serialization.Codec;

/**
 * What a device that leaves its connections to another is made of.
 *
 * @param process index of this process in the job
 * @param processes number of processes in the job
 * @param codec decodes what arrives
 * @param handler takes what arrives
 * @param engine polls what cannot ring
 * @param idleStrategy how threads wait here
 * @param senderPool runs what threads of a device must not
 * @param connections agrees with peers, and notices their end
 * @param withinHost whether the device is also for processes of this host
 */
public record DeviceContext(
        int process,
        int processes,
        Codec codec,
        InboundHandler handler,
        ProgressEngine engine,
        IdleStrategy idleStrategy,
        Executor senderPool,
        ConnectionOwner connections,
        boolean withinHost) {

    /** Returns whether the device is for a process. */
    public boolean serves(int other) {
        return other != process && (withinHost || !connections.isOnThisHost(other));
    }

    /** Returns what takes the frames of a process. */
    public InboundFrames framesOf(int process) {
        Reassembler reassembler = new Reassembler(processes, process, codec, handler, idleStrategy);
        return new InboundFrames(process, handler, reassembler, failure -> connections.giveUp(process, failure));
    }

    /** Returns the way to a process by a writer; the device has the engine drain it. */
    public BoundedLink linkBy(BoundedWriter writer) {
        return new BoundedLink(writer, engine, idleStrategy, senderPool);
    }
}
