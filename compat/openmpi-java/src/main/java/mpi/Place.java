package mpi;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Neighborhood;
import tutti.messaging.MemberFailedException;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.JobAbortedException;
import tutti.mpi.Rank;

/** A rank's place in a communicator: what a {@link Comm} stands for. Thread-safe. */
final class Place {
    private final Rank rank;
    private final Communicator local;
    private final @Nullable Bridge bridge; // of an intercommunicator
    private final @Nullable Topology topology;
    private final @Nullable Neighborhood neighborhood; // of the topology
    private final Map<Integer, byte[]> attributes = new ConcurrentHashMap<>(0);
    private final Map<String, String> hints = new TreeMap<>();
    private volatile @Nullable Communicator latestMessages;
    private volatile @Nullable Background earlier;
    private volatile String name;
    private volatile Errhandler handler = MPI.ERRORS_ARE_FATAL;

    Place(Rank rank, Communicator local, String name) {
        this(rank, local, null, null, null, name);
    }

    Place(
            Rank rank,
            Communicator local,
            @Nullable Bridge bridge,
            @Nullable Topology topology,
            @Nullable Neighborhood neighborhood,
            String name) {
        this.rank = rank;
        this.local = local;
        this.bridge = bridge;
        this.topology = topology;
        this.neighborhood = neighborhood;
        this.name = name;
    }

    /** Makes the place in a communicator that was made of this one's, whose error handler it gets. */
    Place derived(Communicator made, @Nullable Bridge newBridge) {
        return handled(new Place(rank, made, newBridge, null, null, ""));
    }

    /** Makes the place in a communicator of some of this one's ranks, which has a topology; called by all of them. */
    Place withTopology(Communicator made, Topology newTopology) {
        try {
            return handled(new Place(rank, made, null, newTopology, newTopology.neighborhood(made), ""));
        } catch (RuntimeException e) { // ranks gave what does not fit together
            made.leave();
            throw e;
        }
    }

    /** Makes the place in a duplicate of this communicator, which has the same topology. */
    Place duplicated(Communicator made) {
        Neighborhood moved = neighborhood == null ? null : neighborhood.on(made);
        return handled(new Place(rank, made, null, topology, moved, ""));
    }

    private Place handled(Place place) {
        place.handler = handler;
        return place;
    }

    /** Starts something that collective operations after it wait for. */
    void startBeforeLater(Runnable action) {
        var _ = earlier().start(action); // who waits for it is told by the action
    }

    /** Waits for what {@link #startBeforeLater} has started. */
    void awaitEarlier() {
        Background started = earlier;
        if (started != null) {
            started.await();
        }
    }

    private synchronized Background earlier() {
        Background known = earlier;
        if (known == null) {
            known = new Background();
            earlier = known;
        }
        return known;
    }

    /** Gives a duplicate what it gets of this one, and hints. */
    void copyTo(Place duplicate, Map<String, String> newHints) {
        duplicate.attributes.putAll(attributes);
        duplicate.setHints(newHints);
    }

    Rank rank() {
        return rank;
    }

    Communicator local() {
        return local;
    }

    @Nullable
    Bridge bridge() {
        return bridge;
    }

    @Nullable
    Topology topology() {
        return topology;
    }

    @Nullable
    Neighborhood neighborhood() {
        return neighborhood;
    }

    Map<Integer, byte[]> attributes() {
        return attributes;
    }

    synchronized Map<String, String> hints() {
        return Map.copyOf(hints);
    }

    /** Sets these hints, and leaves others as they are (MPI 4.1, section 7.4.4). */
    synchronized void setHints(Map<String, String> set) {
        hints.putAll(set);
    }

    String name() {
        return name;
    }

    void setName(String newName) {
        name = Given.of(newName, ErrorClass.ARG, "the name");
    }

    Errhandler handler() {
        return handler;
    }

    void setHandler(Errhandler newHandler) {
        handler = Given.of(newHandler, ErrorClass.ARG, "the error handler; pass one such as MPI.ERRORS_RETURN");
    }

    /** Returns the communicator in which messages travel, for messages with a tag. */
    Communicator messages(int tag) {
        int wanted = tag == MPI.ANY_TAG ? Communicator.ANY_TAG : tag;
        Communicator latest = latestMessages; // programs use one tag again and again
        if (latest == null || latest.tag() != wanted) {
            Communicator all = bridge == null ? local : bridge.messages();
            latest = all.withTag(wanted);
            latestMessages = latest;
        }
        return latest;
    }

    /** Returns the size of the group to whose members messages go. */
    int peers() {
        return bridge == null ? local.size() : bridge.remoteSize();
    }

    /** Returns a peer's rank in {@link #messages}. */
    int peer(int peer) {
        return bridge == null ? peer : bridge.toBoth(peer);
    }

    /** Returns the rank that the program knows of one in {@link #messages}. */
    int known(int source) {
        return bridge == null ? source : bridge.ofBoth(source);
    }

    /** Lets the error handler see the failure of a call; returns the exception to throw, if the job continues. */
    MPIException failed(String call, RuntimeException failure) {
        return handled(exception(call, failure));
    }

    /** Does the same in the world, for a call on a communicator that is none: MPI leaves such errors to the world's. */
    MPIException failedOnNone(String call, RuntimeException failure) {
        return handled(MPIException.of(failure, "%s rank=%d size=%d".formatted(call, local.rank(), local.size())));
    }

    /** Returns the exception for the failure of a call, which no handler has seen; throws what is not for programs. */
    MPIException exception(String call, RuntimeException failure) {
        boolean isOfAnother = failure instanceof MemberFailedException; // which has ended the job, if that is to end
        if (failure instanceof JobAbortedException
                || failure instanceof NotDirectException
                || (isOfAnother && handler.isFatal())) {
            throw failure;
        }
        return MPIException.of(failure, "%s rank=%d size=%d%s".formatted(call, local.rank(), local.size(), where()));
    }

    /** Lets the error handler see an exception; returns it, if the job continues. */
    MPIException handled(MPIException exception) {
        if (handler.isFatal()) {
            rank.exitIfAborted(); // this failure is of no interest then
            rank.show(exception);
            throw rank.abort(exception.getErrorClass(), String.valueOf(exception.getMessage()));
        }
        return exception;
    }

    /** Does what the error handler does with a code of the program's. */
    void callHandler(int errorCode) {
        if (handler.isFatal()) {
            throw rank.abort(errorCode, "callErrhandler was called, and errors are fatal");
        }
    }

    private String where() {
        return name.isEmpty() ? "" : " comm=" + name;
    }

    void free() {
        if (bridge == null) {
            local.leave();
        } else {
            bridge.leave();
        }
    }

    void disconnect() {
        if (bridge == null) {
            local.leave();
        } else {
            bridge.disconnect();
        }
    }
}
