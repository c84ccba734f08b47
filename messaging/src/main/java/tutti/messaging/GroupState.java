package tutti.messaging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.serialization.ArrivingBytes;
import tutti.serialization.Encoded;

/**
 * What one process knows of one group: its own members' endpoints, and who is gone.
 *
 * <p>Thread-safe. Changes become visible before waiting members are woken, so a member that looks, finds nothing and parks is
 * woken again.
 */
final class GroupState {
    private static final int MAX_TEXT = 16 * 1024;

    private final Messenger messenger;
    private final Route route;
    private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();
    private final Map<Integer, MemberFailedException> gone = new ConcurrentHashMap<>();
    /** Messages that were incomplete when they were delivered; weak, because only their readers need them. */
    private final Set<ArrivingBytes> arriving =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final boolean local;
    private final int membersOnThisHost;
    private volatile @Nullable MemberFailedException broken;
    private volatile boolean deaf;

    GroupState(Messenger messenger, Route route) {
        this.messenger = messenger;
        this.route = route;
        this.local = route.processes().stream().allMatch(messenger::isHere);
        this.membersOnThisHost =
                (int) route.processes().stream().filter(messenger::isOnThisHost).count();
    }

    int membersOnThisHost() {
        return membersOnThisHost;
    }

    Route route() {
        return route;
    }

    /** Returns whether all members live in this process. */
    boolean isLocal() {
        return local;
    }

    /** Returns why every operation of the group ends, or null while the group works. */
    @Nullable
    MemberFailedException broken() {
        return broken;
    }

    /** Returns why nothing more will come from a member, or null while it is there. */
    @Nullable
    MemberFailedException gone(int rank) {
        return gone.get(rank);
    }

    /** Sees to it that nobody waits for the rest of a message when the group is broken. */
    void track(Encoded bytes) {
        if (bytes instanceof ArrivingBytes incomplete && !incomplete.isComplete()) {
            arriving.add(incomplete);
            MemberFailedException failure = broken;
            if (failure != null) {
                incomplete.fail(failure::again);
            }
        }
    }

    Endpoint open(int rank) {
        return endpoints.computeIfAbsent(rank, r -> new Endpoint(messenger, this, r));
    }

    @Nullable
    Endpoint endpoint(int rank) {
        return endpoints.get(rank);
    }

    /** A member of this process leaves in good order. */
    void leave(int rank) {
        if (endpoints.containsKey(rank) && !gone.containsKey(rank)) {
            left(rank);
            messenger.signalOthers(route, Signal.left(route.group(), rank));
        }
        messenger.forgetIfDone(this);
    }

    /**
     * A member of this process failed.
     *
     * <p>The others are told of the group's first failure even if this one is a consequence of it: what they hear of first, perhaps
     * that this process has ended, must name the same cause.
     */
    void memberFailed(int rank, Throwable cause) {
        if (!gone.containsKey(rank)) {
            MemberFailedException failure = failureOf(rank, cause);
            failed(rank, failure);
            MemberFailedException first = broken;
            String text = withStackTrace(first != null ? first : failure);
            messenger.signalOthers(route, Signal.failed(route.group(), rank, text));
        }
    }

    /** A member of this process failed, and its process is about to end: what the others do about it, no member here hears. */
    void tellOthersOfFailure(int rank, Throwable cause) {
        deaf = true;
        if (!gone.containsKey(rank)) {
            String text = String.valueOf(failureOf(rank, cause).getMessage());
            messenger.signalOthers(route, Signal.failed(route.group(), rank, text));
        }
    }

    private MemberFailedException failureOf(int rank, Throwable cause) {
        if (cause instanceof MemberFailedException another) {
            return another; // this member failed of another's failure: that is the one to tell of
        }
        return new MemberFailedException(
                "member failed: group=%s rank=%d %s: %s"
                        .formatted(route.name(), rank, messenger.peer(route.processOf(rank)), cause),
                cause);
    }

    /** Nothing will come any more from a process. */
    void processLost(int process, Throwable cause) {
        BitSet ranks = route.ranksAt(process);
        gone.keySet().forEach(ranks::clear);
        if (ranks.isEmpty() || deaf) {
            return;
        }
        MemberFailedException failure = new MemberFailedException(
                "process lost: group=%s ranks=%s %s: %s"
                        .formatted(route.name(), ranks, messenger.peer(process), cause.getMessage()),
                null); // the transport's stack trace would tell the user nothing
        if (route.failsAsWhole() && broken == null) {
            int first = ranks.nextSetBit(0);
            messenger.signalOthers(route, Signal.failed(route.group(), first, String.valueOf(failure.getMessage())));
        }
        ranks.stream().forEach(rank -> failed(rank, failure));
    }

    /** This process has left the job. */
    void close() {
        synchronized (this) {
            if (broken == null) {
                broken = new MemberFailedException("process has left the job: group=" + route.name(), null);
            }
        }
        wakeAll();
    }

    /** A notice from another process. */
    void signal(Signal signal) {
        if (deaf) {
            return;
        }
        switch (signal.kind()) {
            case LEFT -> left(signal.source());
            case FAILED -> failed(signal.source(), new MemberFailedException(signal.text(), null));
            case LOST, CUT_OFF -> throw new IllegalArgumentException("not about a group: " + signal);
            case TAKEN -> {
                Endpoint sender = endpoints.get(signal.destination());
                if (sender != null) {
                    sender.taken(signal);
                }
            }
        }
    }

    /** Returns whether every member of this process has left or failed. */
    boolean isDoneHere() {
        return gone.keySet().containsAll(endpoints.keySet());
    }

    private void left(int rank) {
        gone.putIfAbsent(
                rank,
                new MemberFailedException(
                        "member left the group while another still needs it: group=%s rank=%d %s; does every member call the same operations?"
                                .formatted(route.name(), rank, messenger.peer(route.processOf(rank))),
                        null));
        wakeAll();
    }

    private void failed(int rank, MemberFailedException failure) {
        gone.putIfAbsent(rank, failure);
        if (route.failsAsWhole()) {
            synchronized (this) {
                if (broken == null) {
                    broken = failure;
                }
            }
        }
        wakeAll();
    }

    private void wakeAll() {
        endpoints.values().forEach(Endpoint::wake);
        MemberFailedException failure = broken;
        if (failure != null) {
            List.copyOf(arriving).forEach(bytes -> bytes.fail(failure::again));
        }
    }

    private static String withStackTrace(MemberFailedException failure) {
        StringWriter text = new StringWriter().append(failure.getMessage());
        Throwable cause = failure.getCause();
        if (cause != null) {
            text.append(System.lineSeparator()).append("at the failed member: ");
            cause.printStackTrace(new PrintWriter(text, true));
        }
        return text.getBuffer().length() <= MAX_TEXT
                ? text.toString()
                : text.getBuffer().substring(0, MAX_TEXT) + " ...";
    }
}
