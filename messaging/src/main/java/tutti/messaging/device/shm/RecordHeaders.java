package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.match.Envelope;

/** Writes the headers of a ring's records: of each only the words that differ from the one before. Not thread-safe. */
final class RecordHeaders {
    private final MemorySegment memory;
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES];
    private final long[] known = new long[RingLayout.HEADER_WORDS]; // the reader's last header
    private boolean isKnown; // not if a record was not published
    private @Nullable Envelope knownEnvelope; // of that header, if it is of a buffer's message
    private int words; // of the header, that the record has

    RecordHeaders(MemorySegment memory) {
        this.memory = memory;
    }

    /** The next header is of no buffer's message. */
    void forgetEnvelope() {
        knownEnvelope = null;
    }

    /** Returns whether the last record was not published: writing it has failed, or it is the first. */
    boolean isUnpublished() {
        return !isKnown;
    }

    /** The record of the header has been published. */
    void published() {
        isKnown = true;
    }

    /** Returns which words of the header the record has, by bits. */
    int words() {
        return words;
    }

    /** Writes what the reader does not know of a buffer's message; returns where the chunk goes. */
    long write(long recordAt, BufferFragments message, long chunkOffset) {
        return isLikeBefore(message.envelope())
                ? write(recordAt, message.envelope(), message.lengthBytes(), chunkOffset)
                : write(recordAt, message.header(), chunkOffset);
    }

    /** Writes the same of a buffer's whole message. */
    long write(long recordAt, Envelope message, int length) {
        if (isLikeBefore(message)) {
            return write(recordAt, message, length, 0);
        }
        FrameFormat.putHeader(message, length, 0, header);
        return write(recordAt, header, 0);
    }

    /** Returns whether the reader knows the header of a buffer's message but for the number and the lengths. */
    private boolean isLikeBefore(Envelope envelope) {
        boolean isLike = isKnown && envelope.isLike(knownEnvelope);
        knownEnvelope = envelope;
        return isLike;
    }

    /** Writes what differs from the header before, which is that of a message like it. */
    private long write(long recordAt, Envelope envelope, long totalBytes, long chunkOffset) {
        words = 0;
        long at = recordAt + RingLayout.LENGTH_BYTES;
        at = writeWord(at, FrameFormat.SEQUENCE_WORD, envelope.sequence());
        at = writeWord(at, FrameFormat.TOTAL_WORD, totalBytes);
        at = writeWord(at, FrameFormat.OFFSET_WORD, chunkOffset);
        isKnown = false; // the buffer may be closed before the record is written
        return at;
    }

    /**
     * Writes what the reader does not know of a header, which says where in the message the chunk begins; returns where
     * the chunk goes.
     */
    long write(long recordAt, byte[] frameHeader, long chunkOffset) {
        words = 0;
        long at = recordAt + RingLayout.LENGTH_BYTES;
        for (int i = 0; i < known.length; i++) {
            at = writeWord(at, i, FrameFormat.word(frameHeader, i) + (i == FrameFormat.OFFSET_WORD ? chunkOffset : 0));
        }
        isKnown = false;
        return at;
    }

    private long writeWord(long at, int index, long word) {
        if (word == known[index] && isKnown) {
            return at;
        }
        known[index] = word;
        words |= 1 << index;
        memory.set(ValueLayout.JAVA_LONG, at, word);
        return at + Long.BYTES;
    }
}
