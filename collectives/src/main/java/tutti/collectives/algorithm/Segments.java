package tutti.collectives.algorithm;

import java.util.function.IntFunction;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * Large messages in pieces, so that a member which sends and receives much goes back and forth between the two: what it
 * waits to send would else keep the others from sending.
 *
 * <p>All pieces are equal but the last, which is shorter and may be empty. So a receiver that expects another length
 * than is sent finds a piece that does not fit.
 */
final class Segments {
    private static final int SEGMENT_BYTES = 256 * 1024;

    /** Up to so many bytes in all, a member sends everything before it receives anything. */
    private static final long SMALL_BYTES = 32 * 1024;

    private Segments() {}

    /** Returns how many messages a buffer is; at least one. */
    static long count(DirectBuffer data) {
        return count(data, 1);
    }

    /** Returns how many messages a buffer is, of which so many consecutive elements are never cut apart. */
    static long count(DirectBuffer data, int unit) {
        return data.length() / elements(data, unit) + 1;
    }

    /** Returns one piece of a buffer. */
    static DirectBuffer of(DirectBuffer data, long index) {
        return of(data, index, 1);
    }

    /** Returns one piece of a buffer, of which so many consecutive elements are never cut apart. */
    static DirectBuffer of(DirectBuffer data, long index, int unit) {
        long elements = elements(data, unit);
        return data.slice(index * elements, Math.min(elements, data.length() - index * elements));
    }

    private static int elements(DirectBuffer data, int unit) {
        return Elementwise.wholeUnits(unit, SEGMENT_BYTES / data.type().elementBytes());
    }

    /** Sends a buffer to one member, and fills another with what comes from a member that does the same. */
    static void exchange(Peers peers, int destination, DirectBuffer sent, int source, DirectBuffer received) {
        long out = count(sent);
        long in = count(received);
        for (long index = 0; index < Math.max(out, in); index++) {
            if (index < out) {
                peers.send(destination, of(sent, index));
            }
            if (index < in) {
                peers.receive(source, of(received, index));
            }
        }
    }

    /**
     * Sends each other member a buffer, and fills others with what comes from members that do the same.
     *
     * <p>A member sends all before it receives anything if they are small: then it waits for the others once. Else it
     * does one member after the other, so that no more than one buffer for each member is on its way at a time.
     *
     * @param sent what goes to a rank
     * @param received what comes from a rank
     */
    static void exchangeWithAll(Peers peers, IntFunction<DirectBuffer> sent, IntFunction<DirectBuffer> received) {
        boolean isSmall = isSmall(peers, sent);
        for (int distance = 1; isSmall && distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            send(peers, destination, sent.apply(destination));
        }
        for (int distance = 1; distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            int source = peers.at(-distance);
            if (isSmall) {
                receive(peers, source, received.apply(source));
            } else {
                exchange(peers, destination, sent.apply(destination), source, received.apply(source));
            }
        }
    }

    /** A second message to a member might have to wait until that takes the first, and so until it receives. */
    private static boolean isSmall(Peers peers, IntFunction<DirectBuffer> sent) {
        long bytes = 0;
        for (int distance = 1; distance < peers.size(); distance++) {
            DirectBuffer buffer = sent.apply(peers.at(distance));
            bytes += buffer.lengthBytes();
            if (count(buffer) > 1 || bytes > SMALL_BYTES) {
                return false;
            }
        }
        return true;
    }

    /** Sends a buffer to a member that calls {@link #receive}. */
    static void send(Peers peers, int destination, DirectBuffer data) {
        for (long index = 0; index < count(data); index++) {
            peers.send(destination, of(data, index));
        }
    }

    /** Fills a buffer with what a member that calls {@link #send} has. */
    static void receive(Peers peers, int source, DirectBuffer target) {
        for (long index = 0; index < count(target); index++) {
            peers.receive(source, of(target, index));
        }
    }
}
