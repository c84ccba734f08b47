package tutti.messaging.device;

import java.util.Queue;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.Message;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;
import tutti.serialization.TuttiException;

/** What a {@link SendQueue} holds, and how far it has been written; used by one writing thread at a time. */
sealed interface SendEntry {
    /** How far an entry has come. */
    enum Progress {
        MORE,
        WAITING,
        DONE
    }

    /** Returns the entry of a message: its frame, if it is small and encoded. */
    static SendEntry of(Message message, Credit credit) {
        BytesPayload bytes = message.bytes();
        return bytes != null && bytes.encoded() instanceof Chunk whole && whole.length() <= Credit.ANNOUNCED_BYTES
                ? new FrameEntry(new Frame.MessageChunk(message, whole.length(), 0, whole))
                : new MessageEntry(message, credit);
    }

    /** Writes the next frame, if there is one and it may travel. */
    Progress writeNext(FrameWriter sink);

    /** Runs an action as soon as there is something to write next, and it may be written. */
    void whenNextMayGo(Runnable action);

    /** Lets it be written without credit. */
    void lift();

    /** Returns whether members wait for it, so that its loss must be told. */
    boolean isOfMembers();

    void drop();

    /** A notice, or a message that is small enough to be written without credit. */
    record FrameEntry(Frame frame) implements SendEntry {
        @Override
        public Progress writeNext(FrameWriter sink) {
            sink.write(frame);
            return Progress.DONE;
        }

        @Override
        public void whenNextMayGo(Runnable action) {
            action.run();
        }

        @Override
        public void lift() {
            // needs no credit
        }

        @Override
        public boolean isOfMembers() {
            return frame instanceof Frame.MessageChunk chunk
                    && GroupLayout.isOfMembers(chunk.envelope().group());
        }

        @Override
        public void drop() {
            // nothing is held
        }
    }

    /** What is left of a message that its sender has begun to write by itself. */
    record RestEntry(Queue<Frame.MessageChunk> frames, Credit credit, boolean isOfMembers) implements SendEntry {
        private long offset() {
            return frames.element().offset();
        }

        @Override
        public Progress writeNext(FrameWriter sink) {
            if (offset() > 0 && !credit.allows(offset())) {
                return hold(credit, frames.element().envelope(), sink);
            }
            sink.write(frames.remove());
            return frames.isEmpty() ? Progress.DONE : Progress.MORE;
        }

        @Override
        public void whenNextMayGo(Runnable action) {
            credit.whenAllowed(offset(), action);
        }

        @Override
        public void lift() {
            credit.lift();
        }

        @Override
        public void drop() {
            // nothing is held
        }
    }

    /** Returns what becomes of a message that has used up its credit. */
    private static Progress hold(Credit credit, Envelope message, FrameWriter sink) {
        if (!credit.isCancelled()) {
            return Progress.WAITING;
        }
        sink.write(new Frame.Control(Notice.cutOff(message, /* lost= */ -1)));
        return Progress.DONE;
    }

    /** A message and how far it has been written; used by one draining thread at a time. */
    final class MessageEntry implements SendEntry {
        private final Message message;
        private final Credit credit;
        private final Encoded bytes;
        private int nextChunk;
        private int nextInChunk; // bytes of that chunk which have been written
        private long writtenBytes;

        MessageEntry(Message message, Credit credit) {
            this.message = message;
            this.credit = credit;
            this.bytes = message.payload().encoded();
        }

        @Override
        public Progress writeNext(FrameWriter sink) {
            boolean mayGo = credit.allows(writtenBytes);
            if (writtenBytes > 0 && !mayGo) {
                Progress held = hold(credit, message, sink);
                return held == Progress.DONE ? done() : held;
            }
            Chunk chunk = bytes.poll(nextChunk);
            if (chunk == null) {
                TuttiException failure = bytes.failure();
                if (failure == null) {
                    return Progress.WAITING;
                }
                int lost = failure instanceof MemberFailedException other ? other.process() : -1;
                sink.write(new Frame.Control(Notice.cutOff(message, lost)));
                return done();
            }
            int rest = chunk.length() - nextInChunk;
            int length = mayGo ? rest : Math.min(rest, Credit.ANNOUNCED_BYTES);
            Chunk piece = length == chunk.length() ? chunk : chunk.slice(nextInChunk, length);
            sink.write(new Frame.MessageChunk(message, bytes.lengthBytes(), writtenBytes, piece));
            if (length == rest) {
                nextChunk++;
                nextInChunk = 0;
            } else {
                nextInChunk = length;
            }
            writtenBytes += length;
            return writtenBytes < bytes.lengthBytes() ? Progress.MORE : done();
        }

        private Progress done() {
            message.payload().release();
            return Progress.DONE;
        }

        @Override
        public boolean isOfMembers() {
            return GroupLayout.isOfMembers(message.group());
        }

        @Override
        public void whenNextMayGo(Runnable action) {
            if (writtenBytes == 0 || credit.allows(writtenBytes)) {
                bytes.onArrival(nextChunk, action);
            } else {
                credit.whenAllowed(writtenBytes, action);
            }
        }

        @Override
        public void lift() {
            credit.lift();
        }

        @Override
        public void drop() {
            message.payload().release();
        }
    }
}
