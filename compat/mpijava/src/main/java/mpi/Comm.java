package mpi;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** A group of ranks that exchange messages, which never meet those of another communicator. */
public class Comm extends CommPacking implements Cloneable {

    Comm(Handle handle) {
        super(handle);
    }

    /** Returns a communicator of the same ranks, whose messages never meet this one's; called by all. */
    @Override
    @SuppressWarnings("CloneDoesntCallSuperClone") // makes one with all ranks
    public Object clone() throws MPIException {
        Place made = duplicate();
        return new Comm(caller -> made);
    }

    final Place duplicate() {
        return call("clone", Place::duplicate);
    }

    // ---------------------------------------------------------------- what it is

    /** Returns the number of ranks; of an intercommunicator, in this rank's group. */
    public int Size() throws MPIException {
        return place("Size").local().size();
    }

    /** Returns the calling rank. */
    public int Rank() throws MPIException {
        return place("Rank").local().rank();
    }

    /** Returns the ranks; of an intercommunicator, those of this rank's group. */
    public Group Group() throws MPIException {
        return new Group(place("Group").local().members());
    }

    /**
     * Returns {@code MPI.IDENT} for the same communicator, {@code CONGRUENT} for the same ranks, {@code SIMILAR} for
     * the same processes, else {@code UNEQUAL}.
     */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        Place first = given("Compare", comm1).place("Compare");
        Place second = given("Compare", comm2).place("Compare");
        if (first.equals(second)) {
            return MPI.IDENT;
        }
        Intercommunicator one = first.sides();
        Intercommunicator other = second.sides();
        int groups = Group.compare(first.local().members(), second.local().members());
        if (one != null && other != null) {
            groups = worse(groups, Group.compare(one.remoteMembers(), other.remoteMembers()));
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

    /** Lets this rank leave; does nothing to {@link MPI#COMM_WORLD} and {@link MPI#COMM_SELF}, as in MPJ Express. */
    public void Free() throws MPIException {
        release();
    }

    /** Returns whether it was freed, or is {@link MPI#COMM_NULL}. */
    public boolean Is_null() {
        return isFreed() || equals(MPI.COMM_NULL);
    }

    /** Returns whether it is an intercommunicator. */
    public boolean Test_inter() throws MPIException {
        return place("Test_inter").sides() != null;
    }

    /**
     * Connects two groups whose leaders are both in this communicator; called by all ranks of both.
     *
     * @param local_comm the caller's group
     * @param local_leader rank in it
     * @param remote_leader rank in this communicator of the other leader; matters at the leaders only
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        Communicator peers = Is_null() ? null : place("Create_intercomm").local();
        Place made = given("Create_intercomm", local_comm).call("Create_intercomm", place -> {
            Communicator local = place.local();
            Given.rank(local_leader, local.size(), ErrorClass.RANK, "local_leader");
            Intercommunicator sides = Intercommunicator.create(local, local_leader, peers, remote_leader, tag);
            return place.derived(local, sides, null);
        });
        return new Intercomm(caller -> made);
    }

    /** Returns {@code MPI.CART}, {@code MPI.GRAPH} or {@code MPI.UNDEFINED}. */
    public int Topo_test() throws MPIException {
        return switch (place("Topo_test").topology()) {
            case Topology.Cart _ -> MPI.CART;
            case Topology.Nodes _ -> MPI.GRAPH;
            case null -> MPI.UNDEFINED;
        };
    }

    // ---------------------------------------------------------------- attributes

    /** Returns what is kept under a key, or null; of MPI's own keys an Integer. */
    public @Nullable Object Attr_get(int keyval) throws MPIException {
        Place place = place("Attr_get");
        return switch (keyval) {
            case MPI.TAG_UB -> Integer.MAX_VALUE;
            case MPI.HOST -> MPI.PROC_NULL;
            case MPI.IO -> MPI.ANY_SOURCE;
            default -> place.attributes().get(keyval);
        };
    }

    /** Keeps an object with this rank's place in the communicator; duplicates get it, too. */
    public void Attr_put(int keyval, Object value) throws MPIException {
        call("Attr_put", place -> {
            checkOwn(keyval);
            return place.attributes().put(keyval, value);
        });
    }

    /** Deletes what is kept under a key. */
    public void Attr_delete(int keyval) throws MPIException {
        call("Attr_delete", place -> {
            checkOwn(keyval);
            return place.attributes().remove(keyval);
        });
    }

    private static void checkOwn(int keyval) {
        if (keyval >= MPI.TAG_UB && keyval <= MPI.IO) {
            throw new MpiFailure(
                    ErrorClass.KEYVAL, "key is MPI's own, and cannot be changed: keyval=%d".formatted(keyval));
        }
    }

    // ---------------------------------------------------------------- errors

    /** Ends the job with an exit code. */
    @SuppressWarnings("DoNotCallSuggester") // it does what it is to do
    public void Abort(int errorcode) throws MPIException {
        throw place("Abort").state().rank().abort(errorcode, "Abort was called");
    }

    /** Says what happens when a call fails: what {@link MPI#Errorhandler_set} says unless this was called. */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        call("Errhandler_set", place -> {
            place.setHandler(errhandler);
            return true;
        });
    }

    /** Returns what happens when a call fails. */
    public Errhandler Errorhandler_get() throws MPIException {
        return place("Errorhandler_get").handler();
    }
}
