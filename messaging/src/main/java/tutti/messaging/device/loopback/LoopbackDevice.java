package tutti.messaging.device.loopback;

import java.util.List;
import tutti.messaging.device.Device;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.Undelivered;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.match.Recipient;
import tutti.messaging.match.SendStream;

/** Reaches the own process only, and cannot lose it. */
public final class LoopbackDevice implements Device {
    private final int process;
    private final InboundHandler handler;
    private final PeerLink link = new Link();

    public LoopbackDevice(int process, InboundHandler handler) {
        this.process = process;
        this.handler = handler;
    }

    @Override
    public boolean reaches(int other) {
        return other == process;
    }

    @Override
    public PeerLink connect(int other) {
        if (other != process) {
            throw new IllegalArgumentException(
                    "loopback reaches process=%d only: process=%d".formatted(process, other));
        }
        return link;
    }

    @Override
    public void signalAll(Notice notice) {
        // no other process is reached
    }

    @Override
    public void abandon(int other, String reason) {
        // a process does not lose itself
    }

    @Override
    public List<Undelivered> close() {
        return List.of(); // all that was sent has arrived
    }

    private final class Link implements PeerLink {
        @Override
        public SendStream.Target to(long group, int context, int member) {
            Recipient recipient = handler.recipient(group, member);
            return recipient != null ? new Here(recipient, context) : new Gone();
        }

        @Override
        public void signal(Notice notice) {
            handler.signal(process, notice);
        }

        @Override
        public void flush() {
            // nothing is queued
        }
    }

    /** A member of this process. */
    private record Here(Recipient recipient, int context) implements SendStream.Target {
        @Override
        public void send(Message message, Credit credit) {
            recipient.arriveNext(message);
        }

        @Override
        public void flush() {
            recipient.arrived(context);
        }

        @Override
        public boolean isHere() {
            return true;
        }
    }

    /** A member that has left: it wants nothing. */
    private record Gone() implements SendStream.Target {
        @Override
        public void send(Message message, Credit credit) {
            message.release();
        }

        @Override
        public boolean isHere() {
            return true;
        }
    }
}
