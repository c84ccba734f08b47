package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.BufferSender;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.match.SendStream;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/** Sends buffers of one member to other processes, straight from the buffers' memory. Thread-safe. */
final class RemoteBuffers {
    /** A message with so many bytes is written as a whole if there is room for it. */
    private static final int SMALL_BYTES = 4096;

    private final Member member;

    RemoteBuffers(Member member) {
        this.member = member;
    }

    /**
     * Sends, waiting for room; the caller may overwrite the buffer afterwards.
     *
     * @param prefix what precedes the elements in their encoding
     * @return the number of the message, or a negative one if buffers can't be sent in this way
     */
    long send(
            CallContext call,
            SendStream stream,
            int tag,
            CallSignature label,
            byte[] prefix,
            DirectBuffer data,
            boolean receiptWanted) {
        BufferSender sender = buffersTo(stream.destination());
        if (sender == null) {
            return -1;
        }
        long bytes = prefix.length + data.lengthBytes();
        Envelope small = receiptWanted ? null : nextIfSmall(stream, tag, label, bytes);
        if (small != null && tryWrite(sender, small, prefix, data)) {
            return small.sequence();
        }
        BufferFragments message = small != null
                ? whole(small, prefix, data, sender)
                : stream.place(
                        Message.weightBytes(bytes),
                        receiptWanted,
                        fragments(stream, tag, label, receiptWanted, prefix, data, sender));
        write(call, stream, sender, message, label, receiptWanted);
        return message.envelope().sequence();
    }

    /**
     * Sends without waiting: what there is no room for is copied, and sent later.
     *
     * @return false if the message has no room in the window, or buffers can't be sent in this way
     */
    boolean start(SendStream stream, int tag, CallSignature label, byte[] prefix, DirectBuffer data) {
        BufferSender sender = buffersTo(stream.destination());
        if (sender == null) {
            return false;
        }
        long bytes = prefix.length + data.lengthBytes();
        Envelope small = nextIfSmall(stream, tag, label, bytes);
        if (small != null && tryWrite(sender, small, prefix, data)) {
            return true;
        }
        BufferFragments message = small != null
                ? whole(small, prefix, data, sender)
                : stream.tryPlace(
                        Message.weightBytes(bytes), false, fragments(stream, tag, label, false, prefix, data, sender));
        if (message == null) {
            return false;
        }
        try {
            sender.start(message);
        } catch (RuntimeException | Error e) {
            cutOff(sender, message, e);
            throw e;
        }
        return true;
    }

    private @Nullable BufferSender buffersTo(int destination) {
        int process = member.state().layout().processOf(destination);
        return member.process().connection(process).buffers();
    }

    /** Numbers a message if it is small, and all of it may travel now. */
    private static @Nullable Envelope nextIfSmall(SendStream stream, int tag, CallSignature label, long bytes) {
        long sequence = bytes <= SMALL_BYTES ? stream.tryNumber(Message.weightBytes(bytes)) : -1;
        return sequence < 0 ? null : stream.envelope(sequence, tag, label, false);
    }

    private boolean tryWrite(BufferSender sender, Envelope envelope, byte[] prefix, DirectBuffer data) {
        try {
            return sender.tryWrite(envelope, prefix, data);
        } catch (RuntimeException | Error e) {
            cutOff(sender, whole(envelope, prefix, data, sender), e);
            throw e;
        }
    }

    private static BufferFragments whole(Envelope envelope, byte[] prefix, DirectBuffer data, BufferSender sender) {
        return new BufferFragments(envelope, prefix, data, sender.pieceBytes(), Credit.WHOLE);
    }

    private static SendStream.Numbering<BufferFragments> fragments(
            SendStream stream,
            int tag,
            CallSignature label,
            boolean receiptWanted,
            byte[] prefix,
            DirectBuffer data,
            BufferSender sender) {
        return (sequence, credit) -> new BufferFragments(
                stream.envelope(sequence, tag, label, receiptWanted), prefix, data, sender.pieceBytes(), credit);
    }

    private void write(
            CallContext call,
            SendStream stream,
            BufferSender sender,
            BufferFragments message,
            CallSignature label,
            boolean receiptWanted) {
        try {
            if (message.isAhead()) {
                sender.announce(message);
                awaitRoom(call, stream, message, sender, label);
            }
            sender.send(
                    message,
                    receiptWanted,
                    stream::throwIfGone,
                    () -> MemberWaitMonitor.of(member, call, Sender.ROOM, stream.destination(), label, () -> true));
        } catch (RuntimeException | Error e) {
            cutOff(sender, message, e);
            throw e;
        }
    }

    /** Waits until there is room for a message that has been announced; if this fails, a copy of it is sent later. */
    private void awaitRoom(
            CallContext call, SendStream stream, BufferFragments message, BufferSender sender, CallSignature label) {
        try {
            Sender.awaitRoom(member, call, stream, label, message.envelope().sequence());
        } catch (RuntimeException e) {
            sender.sendRestLater(message);
            throw e;
        }
    }

    /** Ends a message of which a part will never come: the program has closed the memory meanwhile. */
    private void cutOff(BufferSender sender, BufferFragments message, Throwable failure) {
        if (!message.isDone() && !(failure instanceof MemberFailedException)) {
            member.activity().failed(message.envelope().label(), failure); // others hear of the call's failure first
            sender.cutOff(message);
        }
    }
}
