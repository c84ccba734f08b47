package mpi;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** A group of ranks that exchange messages, which never meet those of another communicator. */
public class Comm extends CommReductions implements Freeable, Cloneable {
    /** For {@link Intracomm#splitType}: ranks on one host. */
    public static final int TYPE_SHARED = 0;

    private final @Nullable Request request; // that makes it

    Comm(Handle handle) {
        this(handle, null);
    }

    Comm(Handle handle, @Nullable Request request) {
        super(handle);
        this.request = request;
    }

    // ---------------------------------------------------------------- duplicates

    /** Returns a duplicate. */
    @Override
    public Comm clone() {
        return cloned(this::dup);
    }

    /** Makes something of communicators. */
    interface Maker<C> {
        C make() throws MPIException;
    }

    /** Makes a duplicate where no checked exception may be thrown. */
    static <C> C cloned(Maker<C> maker) {
        try {
            return maker.make();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a communicator of the same ranks, whose messages never meet this one's; called by all. */
    public Comm dup() throws MPIException {
        return new Comm(duplicate(null));
    }

    /** Starts {@link #dup}; {@link #getRequest} of the result says when it may be used. */
    public Comm iDup() throws MPIException {
        CompletableFuture<Place> made = startDuplicate();
        return new Comm(made::join, requestOf(made));
    }

    /** Duplicates with other hints; called by all. */
    public Comm dupWithInfo(Info info) throws MPIException {
        return new Comm(duplicate(info));
    }

    final Handle duplicate(@Nullable Info info) throws MPIException {
        Place made = call("dup", place -> {
            place.awaitEarlier();
            Place duplicate = duplicateOf(place);
            if (info != null) {
                duplicate.setHints(info.equals(MPI.INFO_NULL) ? Map.of() : info.copy());
            }
            return duplicate;
        });
        return () -> made;
    }

    final CompletableFuture<Place> startDuplicate() throws MPIException {
        return call("iDup", place -> {
            CompletableFuture<Place> made = new CompletableFuture<>();
            place.startBeforeLater(() -> {
                try {
                    made.complete(duplicateOf(place));
                } catch (RuntimeException | Error e) {
                    made.completeExceptionally(e);
                }
            });
            return made;
        });
    }

    final Request requestOf(CompletableFuture<Place> made) throws MPIException {
        return new Request(Pending.of(place(), "iDup", made));
    }

    private static Place duplicateOf(Place place) {
        Bridge bridge = place.bridge();
        Place duplicate = bridge == null
                ? place.duplicated(place.local().duplicate())
                : place.derived(place.local(), new Bridge(bridge.duplicate()));
        place.copyTo(duplicate);
        return duplicate;
    }

    /** Returns the request that makes this communicator, null if it was not made by {@link #iDup}. */
    public Request getRequest() {
        return request == null ? MPI.REQUEST_NULL : request;
    }

    // ---------------------------------------------------------------- what it is

    /** Returns the number of ranks; of an intercommunicator, in this rank's group. */
    public final int getSize() throws MPIException {
        return place().local().size();
    }

    /** Returns the calling rank. */
    public final int getRank() throws MPIException {
        return place().local().rank();
    }

    /**
     * Returns {@code MPI.IDENT} for the same communicator, {@code CONGRUENT} for the same ranks, {@code SIMILAR} for
     * the same processes, else {@code UNEQUAL}.
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        Place first =
                State.given(comm1, ErrorClass.COMM, "the first communicator").place();
        Place second =
                State.given(comm2, ErrorClass.COMM, "the second communicator").place();
        if (first.equals(second)) {
            return MPI.IDENT;
        }
        Bridge one = first.bridge();
        Bridge other = second.bridge();
        int groups = Group.compare(first.local().members(), second.local().members());
        if (one != null && other != null) {
            int remotes =
                    Group.compare(one.sides().remoteMembers(), other.sides().remoteMembers());
            groups = worse(groups, remotes);
        } else if (one != null || other != null) {
            return MPI.UNEQUAL;
        }
        return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
    }

    private static int worse(int first, int second) {
        if (first == MPI.UNEQUAL || second == MPI.UNEQUAL) {
            return MPI.UNEQUAL;
        }
        return first == MPI.SIMILAR ? first : second;
    }

    @Override
    public final void free() throws MPIException {
        release("free", Place::free);
    }

    /** Returns whether it was freed, or this rank is in none. */
    public final boolean isNull() {
        return isFreedOrNull();
    }

    /** Sets hints. */
    public final void setInfo(Info info) throws MPIException {
        place().setHints(info.copy());
    }

    /** Returns the hints. */
    public final Info getInfo() throws MPIException {
        return Info.of(place().hints());
    }

    /**
     * Frees it when all messages are on their way; of an intercommunicator, when all ranks of both groups have called
     * this. Two jobs that it connects are independent again.
     */
    public final void disconnect() throws MPIException {
        release("disconnect", Place::disconnect);
    }

    /** Returns the ranks; of an intercommunicator, those of this rank's group. */
    public final Group getGroup() throws MPIException {
        return new Group(place().local().members());
    }

    /** Returns whether it is an intercommunicator. */
    public final boolean isInter() throws MPIException {
        return place().bridge() != null;
    }

    /**
     * Connects two groups whose leaders are both in this communicator; called by all ranks of both.
     *
     * @param localComm the caller's group
     * @param localLeader rank in it
     * @param remoteLeader rank in this communicator of the other leader; matters at the leaders only
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
            throws MPIException {
        Place local = localComm.place();
        Place peer = isNull() ? null : place();
        try {
            if (localLeader < 0 || localLeader >= local.local().size()) {
                throw new MpiFailure(
                        ErrorClass.RANK,
                        "leader must lie in [0, %d): localLeader=%d"
                                .formatted(local.local().size(), localLeader));
            }
            Communicator peers = peer == null ? null : peer.local();
            Intercommunicator sides = Intercommunicator.create(local.local(), localLeader, peers, remoteLeader, tag);
            Place made = local.derived(local.local(), new Bridge(sides));
            return new Intercomm(() -> made);
        } catch (RuntimeException e) {
            throw local.failed("createIntercomm", e);
        }
    }

    // ---------------------------------------------------------------- attributes, names, topology

    /** Makes a key of attributes, which duplicates get, too. */
    public static int createKeyval() throws MPIException {
        return State.current().createKeyval();
    }

    /** Frees a key of attributes. */
    public static void freeKeyval(int keyval) throws MPIException {
        State.current().freeKeyval(keyval);
    }

    /** Keeps a copy of a serializable object with this rank's place in the communicator. */
    public final void setAttr(int keyval, Object value) throws MPIException {
        Attributes.set(place().attributes(), keyval, value);
    }

    /** Returns a copy of what was kept, or null; of MPI's own keys an Integer, or a Boolean. */
    public final @Nullable Object getAttr(int keyval) throws MPIException {
        Place place = place();
        return switch (keyval) {
            case MPI.TAG_UB -> Integer.MAX_VALUE;
            case MPI.HOST -> MPI.PROC_NULL;
            case MPI.IO -> MPI.ANY_SOURCE;
            case MPI.WTIME_IS_GLOBAL -> false;
            case MPI.APPNUM -> 0;
            case MPI.UNIVERSE_SIZE -> place.rank().size();
            case MPI.LASTUSEDCODE -> MPI.ERR_LASTCODE;
            default -> Attributes.get(place.attributes(), keyval);
        };
    }

    /** Deletes what was kept. */
    public final void deleteAttr(int keyval) throws MPIException {
        Attributes.delete(place().attributes(), keyval);
    }

    /** Names the communicator, for messages. */
    public final void setName(String name) throws MPIException {
        place().setName(name);
    }

    /** Returns the name. */
    public final String getName() throws MPIException {
        return place().name();
    }

    /** Returns {@code MPI.CART}, {@code GRAPH}, {@code DIST_GRAPH} or {@code UNDEFINED}. */
    public final int getTopology() throws MPIException {
        Topology topology = place().topology();
        return topology == null ? MPI.UNDEFINED : topology.kind();
    }

    // ---------------------------------------------------------------- errors

    /** Ends the job with an exit code. */
    @SuppressWarnings("DoNotCallSuggester") // it does what it is to do
    public final void abort(int errorcode) throws MPIException {
        throw place().rank().abort(errorcode, "abort was called");
    }

    /** Says what happens when a call fails: {@link MPI#ERRORS_ARE_FATAL} unless this was called. */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        place().setHandler(errhandler);
    }

    /** Returns what happens when a call fails. */
    public final Errhandler getErrhandler() throws MPIException {
        return place().handler();
    }

    /** Lets the error handler do what it does; it does nothing if it is {@link MPI#ERRORS_RETURN}. */
    public final void callErrhandler(int errorCode) throws MPIException {
        place().callHandler(errorCode);
    }

    /** Combines operands of this rank: {@code inOutBuf = inBuf op inOutBuf}. */
    public static void reduceLocal(@Nullable Object inBuf, @Nullable Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        State.current();
        try {
            Reducing.local(inBuf, inOutBuf, count, type, op);
        } catch (RuntimeException e) {
            throw State.failed("reduceLocal", e);
        }
    }

    @Override
    public String toString() {
        return "%s[%s]".formatted(getClass().getSimpleName(), isNull() ? "null" : "");
    }
}
