package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** Memory that other ranks read and write. Not there yet: to make one throws an {@link MPIException}. */
@SuppressWarnings("DoNotCallSuggester") // what is not there yet throws
public final class Win implements Freeable {
    /** No window. */
    public static final int WIN_NULL = 0;

    /** Kind of {@link #Win(int, int, Info, Comm, Buffer, int)}. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Kind of {@link #Win(int, int, Info, Comm, Buffer, int)}. */
    public static final int FLAVOR_SHARED = 1;

    /** Not there. */
    public Win(@Nullable Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        throw Missing.windows("Win");
    }

    /** Not there. */
    public Win(int size, int dispUnit, Info info, Comm comm, @Nullable Buffer base, int flavor) throws MPIException {
        throw Missing.windows("Win");
    }

    /** Not there. */
    public Win(Info info, Comm comm) throws MPIException {
        throw Missing.windows("Win");
    }

    /** Not there. */
    public void attach(@Nullable Buffer base, int size) throws MPIException {
        throw Missing.windows("Win.attach");
    }

    /** Not there. */
    public void detach(@Nullable Buffer base) throws MPIException {
        throw Missing.windows("Win.detach");
    }

    /** Not there. */
    public Group getGroup() throws MPIException {
        throw Missing.windows("Win.getGroup");
    }

    /** Not there. */
    public void put(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw Missing.windows("Win.put");
    }

    /** Not there. */
    public void get(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw Missing.windows("Win.get");
    }

    /** Not there. */
    public void accumulate(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw Missing.windows("Win.accumulate");
    }

    /** Not there. */
    public void fence(int assertion) throws MPIException {
        throw Missing.windows("Win.fence");
    }

    /** Not there. */
    public void start(Group group, int assertion) throws MPIException {
        throw Missing.windows("Win.start");
    }

    /** Not there. */
    public void complete() throws MPIException {
        throw Missing.windows("Win.complete");
    }

    /** Not there. */
    public void post(Group group, int assertion) throws MPIException {
        throw Missing.windows("Win.post");
    }

    /** Not there. */
    public void waitFor() throws MPIException {
        throw Missing.windows("Win.waitFor");
    }

    /** Not there. */
    public boolean test() throws MPIException {
        throw Missing.windows("Win.test");
    }

    /** Not there. */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        throw Missing.windows("Win.lock");
    }

    /** Not there. */
    public void unlock(int rank) throws MPIException {
        throw Missing.windows("Win.unlock");
    }

    /** Not there. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw Missing.windows("Win.setErrhandler");
    }

    /** Not there. */
    public Errhandler getErrhandler() throws MPIException {
        throw Missing.windows("Win.getErrhandler");
    }

    /** Not there. */
    public void callErrhandler(int errorCode) throws MPIException {
        throw Missing.windows("Win.callErrhandler");
    }

    /** Not there. */
    public static int createKeyval() throws MPIException {
        throw Missing.windows("Win.createKeyval");
    }

    /** Not there. */
    public static void freeKeyval(int keyval) throws MPIException {
        throw Missing.windows("Win.freeKeyval");
    }

    /** Not there. */
    public void setAttr(int keyval, Object value) throws MPIException {
        throw Missing.windows("Win.setAttr");
    }

    /** Not there. */
    public @Nullable Object getAttr(int keyval) throws MPIException {
        throw Missing.windows("Win.getAttr");
    }

    /** Not there. */
    public void deleteAttr(int keyval) throws MPIException {
        throw Missing.windows("Win.deleteAttr");
    }

    @Override
    public void free() throws MPIException {
        throw Missing.windows("Win.free");
    }

    /** Not there. */
    public Info getInfo() throws MPIException {
        throw Missing.windows("Win.getInfo");
    }

    /** Not there. */
    public void setInfo(Info info) throws MPIException {
        throw Missing.windows("Win.setInfo");
    }

    /** Not there. */
    public Request rPut(
            @Nullable Buffer origin_addr,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            int target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        throw Missing.windows("Win.rPut");
    }

    /** Not there. */
    public Request rGet(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        throw Missing.windows("Win.rGet");
    }

    /** Not there. */
    public Request rAccumulate(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw Missing.windows("Win.rAccumulate");
    }

    /** Not there. */
    public void getAccumulate(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            @Nullable Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw Missing.windows("Win.getAccumulate");
    }

    /** Not there. */
    public Request rGetAccumulate(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            @Nullable Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        throw Missing.windows("Win.rGetAccumulate");
    }

    /** Not there. */
    public void lockAll(int assertion) throws MPIException {
        throw Missing.windows("Win.lockAll");
    }

    /** Not there. */
    public void unlockAll() throws MPIException {
        throw Missing.windows("Win.unlockAll");
    }

    /** Not there. */
    public void sync() throws MPIException {
        throw Missing.windows("Win.sync");
    }

    /** Not there. */
    public void flush(int targetRank) throws MPIException {
        throw Missing.windows("Win.flush");
    }

    /** Not there. */
    public void flushAll() throws MPIException {
        throw Missing.windows("Win.flushAll");
    }

    /** Not there. */
    public void compareAndSwap(
            @Nullable Buffer origin,
            @Nullable Buffer compareAddr,
            @Nullable Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        throw Missing.windows("Win.compareAndSwap");
    }

    /** Not there. */
    public void fetchAndOp(
            @Nullable Buffer origin,
            @Nullable Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        throw Missing.windows("Win.fetchAndOp");
    }

    /** Not there. */
    public void flushLocal(int targetRank) throws MPIException {
        throw Missing.windows("Win.flushLocal");
    }

    /** Not there. */
    public void flushLocalAll() throws MPIException {
        throw Missing.windows("Win.flushLocalAll");
    }

    /** Not there. */
    public String getName() throws MPIException {
        throw Missing.windows("Win.getName");
    }

    /** Not there. */
    public void setName(String name) throws MPIException {
        throw Missing.windows("Win.setName");
    }
}
