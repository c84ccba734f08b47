package mpi;

import java.nio.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The accesses of a {@link Win}. Displacements count the target's units. */
abstract class WinAccess extends WinBase {
    WinAccess(OpenWindow open) {
        super(open);
    }

    /** Writes items into a rank's memory. */
    public void put(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Ranks.direct("Win.put", origin);
        access(
                "Win.put",
                open -> open.put(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType)));
    }

    /** Starts {@link #put}; the request ends when it is done at the target. */
    public Request rPut(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Ranks.direct("Win.rPut", origin);
        return started(
                "Win.rPut",
                open -> open.put(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType)));
    }

    /** Reads items of a rank's memory. */
    public void get(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Ranks.direct("Win.get", origin);
        access(
                "Win.get",
                open -> open.get(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType)));
    }

    /** Starts {@link #get}; the request ends when it is done at the target. */
    public Request rGet(
            @Nullable Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Ranks.direct("Win.rGet", origin);
        return started(
                "Win.rGet",
                open -> open.get(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType)));
    }

    /** Combines elements of a rank's memory with items, each atomically. */
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
        Ranks.direct("Win.accumulate", origin);
        access(
                "Win.accumulate",
                open -> open.accumulate(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType),
                        op));
    }

    /** Starts {@link #accumulate}; the request ends when it is done at the target. */
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
        Ranks.direct("Win.rAccumulate", origin);
        return started(
                "Win.rAccumulate",
                open -> open.accumulate(
                        new Items(origin, orgCount, orgType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType),
                        op));
    }

    /** Combines as {@link #accumulate} does, and reads what was there before. */
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
        Ranks.direct("Win.getAccumulate", origin);
        Ranks.direct("Win.getAccumulate", resultAddr);
        access(
                "Win.getAccumulate",
                open -> open.getAccumulate(
                        new Items(origin, orgCount, orgType),
                        new Items(resultAddr, resultCount, resultType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType),
                        op));
    }

    /** Starts {@link #getAccumulate}; the request ends when it is done at the target. */
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
        Ranks.direct("Win.rGetAccumulate", origin);
        Ranks.direct("Win.rGetAccumulate", resultAddr);
        return started(
                "Win.rGetAccumulate",
                open -> open.getAccumulate(
                        new Items(origin, orgCount, orgType),
                        new Items(resultAddr, resultCount, resultType),
                        new OpenWindow.Target(targetRank, targetDisp, targetCount, targetType),
                        op));
    }

    /** Combines one item atomically, and reads what was there before. */
    public void fetchAndOp(
            @Nullable Buffer origin,
            @Nullable Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        getAccumulate(origin, 1, dataType, resultAddr, 1, dataType, targetRank, targetDisp, 1, dataType, op);
    }

    /** Replaces one item if it has the same bits as another, atomically, and reads what was there before. */
    public void compareAndSwap(
            @Nullable Buffer origin,
            @Nullable Buffer compareAddr,
            @Nullable Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        Ranks.direct("Win.compareAndSwap", origin);
        Ranks.direct("Win.compareAndSwap", compareAddr);
        Ranks.direct("Win.compareAndSwap", resultAddr);
        run(
                "Win.compareAndSwap",
                open -> open.compareAndSwap(
                        new Items(origin, 1, targetType),
                        new Items(compareAddr, 1, targetType),
                        new Items(resultAddr, 1, targetType),
                        targetRank,
                        targetDisp));
    }

    private interface Access {
        List<tutti.group.Request<?>> on(OpenWindow open);
    }

    private void access(String name, Access access) throws MPIException {
        run(name, open -> open.untilEpochEnds(access.on(open)));
    }

    private Request started(String name, Access access) throws MPIException {
        return call(name, open -> open.request(name, access.on(open)));
    }
}
