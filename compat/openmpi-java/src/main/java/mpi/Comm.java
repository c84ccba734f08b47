package mpi;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;

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

    /** Duplicates with the hints of an info only, for {@link MPI#INFO_NULL} without any; called by all. */
    public Comm dupWithInfo(Info info) throws MPIException {
        return new Comm(duplicateWith(info));
    }

    /** Duplicates with the hints of an info, or if it is null with those of this. */
    final Handle duplicate(@Nullable Info info) throws MPIException {
        return info == null ? duplicate("dup", Place::hints) : duplicateWith(info);
    }

    /** Duplicates with the hints of an info, which must not be null. */
    final Handle duplicateWith(Info info) throws MPIException {
        return duplicate("dupWithInfo", place -> Info.hintsOrNone(info));
    }

    /** Says which hints a duplicate gets. */
    private interface Hints {
        Map<String, String> of(Place place);
    }

    private Handle duplicate(String name, Hints hints) throws MPIException {
        Place made = call(name, place -> {
            place.awaitEarlier();
            return duplicateOf(place, hints.of(place));
        });
        return () -> made;
    }

    final CompletableFuture<Place> startDuplicate() throws MPIException {
        return call("iDup", place -> {
            CompletableFuture<Place> made = new CompletableFuture<>();
            place.startBeforeLater(() -> {
                try {
                    made.complete(duplicateOf(place, place.hints()));
                } catch (RuntimeException | Error e) {
                    made.completeExceptionally(e);
                }
            });
            return made;
        });
    }

    final Request requestOf(CompletableFuture<Place> made) throws MPIException {
        return new Request(Pending.of(place("iDup"), "iDup", made));
    }

    private static Place duplicateOf(Place place, Map<String, String> hints) {
        Bridge bridge = place.bridge();
        Place duplicate = bridge == null
                ? place.duplicated(place.local().duplicate())
                : place.derived(place.local(), new Bridge(bridge.duplicate()));
        place.copyTo(duplicate, hints);
        return duplicate;
    }

    /** Returns the request that makes this communicator, null if it was not made by {@link #iDup}. */
    public Request getRequest() {
        return request == null ? MPI.REQUEST_NULL : request;
    }

    // ---------------------------------------------------------------- what it is

    /** Returns the number of ranks; of an intercommunicator, in this rank's group. */
    public final int getSize() throws MPIException {
        return place("getSize").local().size();
    }

    /** Returns the calling rank. */
    public final int getRank() throws MPIException {
        return place("getRank").local().rank();
    }

    /**
     * Returns {@code MPI.IDENT} for the same communicator, {@code CONGRUENT} for the same ranks, {@code SIMILAR} for
     * the same processes, else {@code UNEQUAL}.
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        Place first = given("compare", comm1).place("compare");
        Place second = given("compare", comm2).place("compare");
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

    /** Sets hints; others stay as they are. */
    public final void setInfo(Info info) throws MPIException {
        call("setInfo", place -> {
            place.setHints(Info.hints(info));
            return true;
        });
    }

    /** Returns the hints. */
    public final Info getInfo() throws MPIException {
        return Info.of(place("getInfo").hints());
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
        return new Group(place("getGroup").local().members());
    }

    /** Returns whether it is an intercommunicator. */
    public final boolean isInter() throws MPIException {
        return place("isInter").bridge() != null;
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
        Place local = given("createIntercomm", localComm).place("createIntercomm");
        Place peer = isNull() ? null : place("createIntercomm");
        try {
            Given.rank(localLeader, local.local().size(), ErrorClass.RANK, "localLeader");
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
        return State.newKeyval();
    }

    /** Frees a key of attributes. */
    public static void freeKeyval(int keyval) throws MPIException {
        State.freeKeyval(keyval);
    }

    /** Keeps a copy of a serializable object with this rank's place in the communicator. */
    public final void setAttr(int keyval, Object value) throws MPIException {
        call("setAttr", place -> {
            Attributes.set(place.attributes(), keyval, value);
            return true;
        });
    }

    /** Returns a copy of what was kept, or null; of MPI's own keys an Integer, or a Boolean. */
    public final @Nullable Object getAttr(int keyval) throws MPIException {
        return this.<@Nullable Object>call("getAttr", place -> switch (keyval) {
            case MPI.TAG_UB -> Integer.MAX_VALUE;
            case MPI.HOST -> MPI.PROC_NULL;
            case MPI.IO -> MPI.ANY_SOURCE;
            case MPI.WTIME_IS_GLOBAL -> false;
            case MPI.APPNUM -> 0;
            case MPI.UNIVERSE_SIZE -> place.rank().size();
            case MPI.LASTUSEDCODE -> MPI.ERR_LASTCODE;
            default -> Attributes.get(place.attributes(), keyval);
        });
    }

    /** Deletes what was kept. */
    public final void deleteAttr(int keyval) throws MPIException {
        call("deleteAttr", place -> {
            Attributes.delete(place.attributes(), keyval);
            return true;
        });
    }

    /** Names the communicator, for messages. */
    public final void setName(String name) throws MPIException {
        call("setName", place -> {
            place.setName(name);
            return true;
        });
    }

    /** Returns the name. */
    public final String getName() throws MPIException {
        return place("getName").name();
    }

    /** Returns {@code MPI.CART}, {@code GRAPH}, {@code DIST_GRAPH} or {@code UNDEFINED}. */
    public final int getTopology() throws MPIException {
        Topology topology = place("getTopology").topology();
        return topology == null ? MPI.UNDEFINED : topology.kind();
    }

    // ---------------------------------------------------------------- errors

    /** Ends the job with an exit code. */
    @SuppressWarnings("DoNotCallSuggester") // it does what it is to do
    public final void abort(int errorcode) throws MPIException {
        throw place("abort").rank().abort(errorcode, "abort was called");
    }

    /** Says what happens when a call fails: {@link MPI#ERRORS_ARE_FATAL} unless this was called. */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        call("setErrhandler", place -> {
            place.setHandler(errhandler);
            return true;
        });
    }

    /** Returns what happens when a call fails. */
    public final Errhandler getErrhandler() throws MPIException {
        return place("getErrhandler").handler();
    }

    /** Lets the error handler do what it does; it does nothing if it is {@link MPI#ERRORS_RETURN}. */
    public final void callErrhandler(int errorCode) throws MPIException {
        place("callErrhandler").callHandler(errorCode);
    }

    /** Combines operands of this rank: {@code inOutBuf = inBuf op inOutBuf}. */
    public static void reduceLocal(@Nullable Object inBuf, @Nullable Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        State.current();
        State.run("reduceLocal", () -> Reducing.local(inBuf, inOutBuf, count, type, op));
    }

    @Override
    public String toString() {
        return "%s[%s]".formatted(getClass().getSimpleName(), isNull() ? "null" : "");
    }
}
