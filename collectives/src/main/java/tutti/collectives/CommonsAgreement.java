package tutti.collectives;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.messaging.GroupMemory;
import tutti.messaging.Neighbours;

/**
 * How the leaders of a group come to share memory: the first makes it, all others map it, and all use it if all could.
 *
 * <p>Three messages to or from each of them, in a stream of their own: an offer, an answer, a verdict. If the call in which they agree
 * fails, the leaders that are not done continue in the next call that needs the memory, and find the messages where they left them. Offers
 * have numbers, so that one which the first leader has given up is told from the next. Used by one leader, in one call after the other.
 */
final class CommonsAgreement {
    private static final int MAKER = 0;

    private final Neighbours neighbours;
    private final int processes;
    private long offers; // that the maker has made
    private @Nullable Offer offer; // that is not over
    private final Map<Kind, Agreed> agreed = new EnumMap<>(Kind.class); // and not fetched yet

    CommonsAgreement(Neighbours neighbours, int processes) {
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
     * @param call number of the call in which the first leader closed the agreement: nobody has used the memory before
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
    Agreed run(Visit visit, Kind kind, long bytes) {
        Agreed result = neighbours.process() == MAKER ? make(visit, kind, bytes) : follow(visit, kind);
        if (kind == Kind.SMALL) {
            agreed.remove(Kind.LARGE); // it belongs to another
        }
        return result;
    }

    private Agreed make(Visit visit, Kind kind, long bytes) {
        Offer current = offer;
        if (current == null || current.kind != kind) {
            current = begin(visit, kind, bytes);
        }
        while (current.answered < processes) {
            String[] answer = visit.receiveFromLeader(current.answered).split(" ", 2);
            if (answer[0].equals(Long.toString(current.number))) { // else it is that to an offer that was given up
                current.allCan &= Boolean.parseBoolean(answer[1]);
                current.answered++;
            }
        }
        removeName();
        offer = null;
        long call = visit.label().call();
        tell(visit, "verdict %d %b %d".formatted(current.number, current.allCan, call));
        return new Agreed(current.allCan ? current.memory : null, call);
    }

    private Offer begin(Visit visit, Kind kind, long bytes) {
        removeName();
        made = neighbours.makeMemory(bytes);
        Offer begun = new Offer(++offers, kind, made == null ? null : made.memory());
        offer = begun;
        tell(visit, "offer %d %s %d %s".formatted(begun.number, kind, bytes, made == null ? "" : made.invitation()));
        return begun;
    }

    private void removeName() {
        GroupMemory known = made;
        if (known != null) {
            known.close();
            made = null;
        }
    }

    private void tell(Visit visit, String what) {
        for (int process = 1; process < processes; process++) {
            visit.sendToLeader(process, what);
        }
    }

    private Agreed follow(Visit visit, Kind kind) {
        for (Agreed known = agreed.remove(kind); ; known = agreed.remove(kind)) {
            if (known != null) {
                return known;
            }
            String message = visit.receiveFromLeader(MAKER);
            if (message.startsWith("offer ")) {
                answer(visit, message.split(" ", 5));
            } else {
                close(message.split(" ", 4));
            }
        }
    }

    private void answer(Visit visit, String[] told) {
        String invitation = told[4];
        offer = new Offer(
                Long.parseLong(told[1]),
                Kind.valueOf(told[2]),
                invitation.isEmpty() ? null : neighbours.openMemory(invitation, Long.parseLong(told[3])));
        visit.sendToLeader(MAKER, "%s %b".formatted(told[1], offer.memory != null));
    }

    private void close(String[] verdict) {
        Offer known = offer;
        if (known != null && Long.toString(known.number).equals(verdict[1])) {
            boolean allCan = Boolean.parseBoolean(verdict[2]);
            agreed.put(known.kind, new Agreed(allCan ? known.memory : null, Long.parseLong(verdict[3])));
            offer = null;
        }
    }
}
