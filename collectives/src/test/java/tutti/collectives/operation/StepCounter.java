package tutti.collectives.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Counts what a member sends, and at which step of a machine in which every member sends one message and receives one
 * at a time.
 *
 * <p>Steps follow from who waits for whom, never from the clock: a message leaves one step after the last that its
 * sender took or sent, and messages that arrive at the same time are taken one after the other.
 */
final class StepCounter {
    private final int rank;
    private final Links links;
    private final List<Integer> arrivals = new ArrayList<>(); // steps of the messages taken since the last send
    private int lastSendStep;
    private int lastReceiveStep;
    private int messages;
    private long bytes;

    StepCounter(int rank, Links links) {
        this.rank = rank;
        this.links = links;
    }

    /** The steps at which messages left, for each pair of members in order; shared by all members. */
    static final class Links {
        private final Map<String, Queue<Integer>> steps = new ConcurrentHashMap<>();

        private Queue<Integer> between(int source, int destination) {
            return steps.computeIfAbsent(source + ">" + destination, link -> new ConcurrentLinkedQueue<>());
        }
    }

    int messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the step in which this member has done all its part. */
    int lastStep() {
        settleArrivals();
        return Math.max(lastSendStep, lastReceiveStep);
    }

    /** Counts a message that is about to be sent. */
    void send(int destination, long lengthBytes) {
        settleArrivals();
        lastSendStep = Math.max(lastSendStep, lastReceiveStep) + 1;
        messages++;
        bytes += lengthBytes;
        links.between(rank, destination).add(lastSendStep);
    }

    /** Counts a message that has been received. */
    void received(int source) {
        arrivals.add(links.between(source, rank).remove());
    }

    private void settleArrivals() {
        Collections.sort(arrivals);
        for (int step : arrivals) {
            lastReceiveStep = Math.max(step, lastReceiveStep + 1);
        }
        arrivals.clear();
    }
}
