package tutti.messaging.device;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Envelope;
import tutti.serialization.TuttiException;

/** Checks who the frames are between that come from one process. Used by one thread at a time. */
final class FrameEnds {
    private final int processes;
    private final int process;
    private final InboundHandler handler;
    private @Nullable Envelope checked; // the last one whose ends are known to be right

    FrameEnds(int processes, int process, InboundHandler handler) {
        this.processes = processes;
        this.process = process;
        this.handler = handler;
    }

    /**
     * Looks whether a frame is between a member of the process and one of this; most are between the same as before.
     */
    void check(Envelope key) {
        Envelope known = checked;
        if (known == null
                || key.group() != known.group()
                || key.source() != known.source()
                || key.destination() != known.destination()) {
            checked = handler.isBetweenMembers(process, key.group(), key.source(), key.destination())
                    ? new Envelope(key) // which holds no payload
                    : null;
        }
    }

    /**
     * Looks whether a notice speaks of members and processes that there are.
     *
     * @param key of the message that it is about, if it is about one
     */
    void check(Notice signal, Envelope key) {
        switch (signal.kind()) {
            case TAKEN, RECEIVED -> check(key);
            case CUT_OFF -> {
                check(key);
                if (signal.weightBytes() != -1) {
                    checkIndex(signal.weightBytes());
                }
            }
            case LEFT -> handler.isBetweenMembers(process, key.group(), key.source(), Notice.ALL);
            case QUESTION, ANSWER, KNOCK ->
                handler.isBetweenMembers(process, key.group(), key.source(), signal.destination());
            case CALL_FAILED -> handler.isBetweenMembers(-1, key.group(), key.source(), Notice.ALL);
            case FAILED -> {
                if (signal.source() != Notice.ALL) { // else no single member has failed
                    handler.isBetweenMembers(-1, key.group(), key.source(), Notice.ALL); // anyone may know of it
                }
            }
            case LOST -> checkIndex(signal.source());
            case WAIT_QUESTION, WAIT_ANSWER, DEADLOCK -> checkSender(signal.source());
            case ALIVE -> {} // says nothing that could be wrong
        }
    }

    private void checkIndex(long lost) {
        if (lost < 0 || lost >= processes) {
            throw new TuttiException("malformed frame: lost process=%d of processes=%d".formatted(lost, processes));
        }
    }

    private void checkSender(int sender) {
        if (sender != process) {
            throw new TuttiException(
                    "malformed frame: about waits of process=%d, sent by process=%d".formatted(sender, process));
        }
    }
}
