package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.GroupMemory;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.LocalMembers;
import tutti.messaging.signature.CallSignature;

/**
 * How the leaders of a group agree on memory to share: the first makes it, all others map it, and all use it if all
 * could.
 *
 * <p>Three messages to or from each of them, in a stream of their own: an offer, an answer, a verdict. If the call in
 * which they agree fails, the leaders that are not done continue in the next call that needs the memory, and find the
 * messages where they left them. Offers have numbers, so that one which the first leader has given up is told from the
 * next. Used by one leader, in one call after the other.
 */
final class SegmentSetup {
    private static final System.Logger LOG = System.getLogger(SegmentSetup.class.getName());

    /** The context in which leaders agree, whatever becomes of the call in which they do. */
    private static final int CONTEXT = 2;

    private static final int MAKER = 0;

    private final LocalMembers neighbours;
    private final int processes;
    private long offers; // that the maker has made
    private @Nullable Offer offer; // that is not over
    private final Map<Kind, Agreed> agreed = new EnumMap<>(Kind.class); // and not fetched yet

    SegmentSetup(LocalMembers neighbours, int processes) {
        this.neighbours = neighbours;
        this.processes = processes;
    }

    /** What the memory is for. */
    enum Kind {
        SMALL,
        /** Belongs to the small one that was made last. */
        LARGE
    }

    /**
     * What came of an offer.
     *
     * @param memory null if a leader can't share it
     * @param call number of the call in which the first leader closed the agreement: no leader has used the memory
     *     before
     */
    record Agreed(@Nullable MemorySegment memory, long call) {}

    /** An offer as one leader knows it. */
    private static final class Offer {
        final long number;
        final Kind kind;
        final @Nullable MemorySegment memory;
        int answered = 1; // leaders whose answers the maker knows
        boolean allCan;

        Offer(long number, Kind kind, @Nullable MemorySegment memory) {
            this.number = number;
            this.kind = kind;
            this.memory = memory;
            allCan = memory != null;
        }
    }

    private @Nullable GroupMemory made; // for the offer, by the maker

    /** Agrees on so much memory, or continues. */
    Agreed run(CollectiveCall call, Kind kind, long bytes) {
        Agreed result = neighbours.process() == MAKER ? make(call, kind, bytes) : follow(call, kind);
        if (kind == Kind.SMALL) {
            agreed.remove(Kind.LARGE); // it belongs to another
        }
        return result;
    }

    private Agreed make(CollectiveCall call, Kind kind, long bytes) {
        Offer current = offer;
        if (current == null || current.kind != kind) {
            current = begin(call, kind, bytes);
        }
        while (current.answered < processes) {
            String[] answer = receive(call, current.answered).split(" ", 2);
            if (answer[0].equals(Long.toString(current.number))) { // else it is that to an offer that was given up
                current.allCan &= Boolean.parseBoolean(answer[1]);
                current.answered++;
            }
        }
        removeName();
        offer = null;
        if (current.memory != null && !current.allCan) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no memory for collectives: %s: another process can't map what this one has made; they use messages"
                            .formatted(call.endpoint().describe(call.rank())));
        }
        long number = call.label().call();
        tell(call, "verdict %d %b %d".formatted(current.number, current.allCan, number));
        return new Agreed(current.allCan ? current.memory : null, number);
    }

    private Offer begin(CollectiveCall call, Kind kind, long bytes) {
        removeName();
        made = neighbours.makeMemory(bytes);
        Offer begun = new Offer(++offers, kind, made == null ? null : made.memory());
        offer = begun;
        tell(call, "offer %d %s %d %s".formatted(begun.number, kind, bytes, made == null ? "" : made.invitation()));
        return begun;
    }

    private void removeName() {
        GroupMemory known = made;
        if (known != null) {
            known.close();
            made = null;
        }
    }

    private void tell(CollectiveCall call, String what) {
        for (int process = 1; process < processes; process++) {
            send(call, process, what);
        }
    }

    private Agreed follow(CollectiveCall call, Kind kind) {
        for (Agreed known = agreed.remove(kind); ; known = agreed.remove(kind)) {
            if (known != null) {
                return known;
            }
            String message = receive(call, MAKER);
            if (message.startsWith("offer ")) {
                answer(call, message.split(" ", 5));
            } else {
                close(message.split(" ", 4));
            }
        }
    }

    private void answer(CollectiveCall call, String[] told) {
        String invitation = told[4];
        offer = new Offer(
                Long.parseLong(told[1]),
                Kind.valueOf(told[2]),
                invitation.isEmpty() ? null : neighbours.openMemory(invitation, Long.parseLong(told[3])));
        send(call, MAKER, "%s %b".formatted(told[1], offer.memory != null));
    }

    private void close(String[] verdict) {
        Offer known = offer;
        if (known != null && Long.toString(known.number).equals(verdict[1])) {
            boolean allCan = Boolean.parseBoolean(verdict[2]);
            agreed.put(known.kind, new Agreed(allCan ? known.memory : null, Long.parseLong(verdict[3])));
            offer = null;
        }
    }

    /** Sends a value to a leader beside the messages of calls, so that it arrives also if this call fails. */
    private static void send(CollectiveCall call, int process, String value) {
        int leader = call.locality().leaderOf(process);
        try {
            call.endpoint()
                    .send(leader, CONTEXT, CallSignature.NONE, call.endpoint().capture(value, leader));
        } catch (MemberFailedException e) {
            throw e.again(); // the operation that ends with it is the call
        }
    }

    /**
     * Waits for the next value that a leader has sent by {@link #send}, in this call or an earlier one.
     *
     * @throws tutti.collectives.CallFailedException if this call fails meanwhile; the value is not lost
     */
    private static String receive(CollectiveCall call, int process) {
        Message received = call.endpoint()
                .calls()
                .receiveBeside(call.locality().leaderOf(process), CONTEXT, LocalSync.CONTEXT, call.label());
        if (received.label().operation() != 0) {
            throw call.mismatch(received.source(), received.label());
        }
        return String.valueOf(received.payload().take());
    }
}
