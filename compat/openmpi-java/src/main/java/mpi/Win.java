package mpi;

import java.nio.Buffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/**
 * Memory of ranks that others read, write and update.
 *
 * <p>Sizes and displacement units count elements of the buffer's kind. A buffer of an access must not be used until the
 * epoch ends, or a flush. Assertions, which only promise something, are not looked at. Operators combine elements of
 * the kind of the target's buffer.
 */
public final class Win extends WinAccess implements Freeable {
    /** No window. */
    public static final int WIN_NULL = 0;

    /** Kind of {@link #Win(int, int, Info, Comm, Buffer, int)}: memory of the rank's own. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Kind of {@link #Win(int, int, Info, Comm, Buffer, int)}: memory that ranks of a host share. */
    public static final int FLAVOR_SHARED = 1;

    /** Makes a window of a direct buffer, or of none; collective. */
    public Win(@Nullable Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        super(open(base, size, dispUnit, info, comm));
    }

    /**
     * Makes a window of a direct buffer, or if there is none, of new bytes, which the attribute {@code MPI.WIN_BASE}
     * is; collective. Ranks reach each other's memory by calls in both flavors.
     */
    public Win(int size, int dispUnit, Info info, Comm comm, @Nullable Buffer base, int flavor) throws MPIException {
        super(open(base, size, dispUnit, info, comm));
    }

    private static OpenWindow open(@Nullable Buffer base, int size, int dispUnit, Info info, Comm comm)
            throws MPIException {
        return CommBase.given("Win", comm).call("Win", place -> {
            Map<String, String> hints = Info.hintsOrNone(info);
            OpenWindow open = OpenWindow.open(place, base, size, dispUnit);
            open.place().setHints(hints);
            return open;
        });
    }

    /** Windows to which memory is attached later are not there. */
    public Win(Info info, Comm comm) throws MPIException {
        super(CommBase.given("Win", comm).call("Win", place -> {
            throw dynamic();
        }));
    }

    private static MpiFailure dynamic() {
        return new MpiFailure(
                ErrorClass.UNSUPPORTED_OPERATION,
                "no memory is attached to a window later: make it with a buffer that has room for all");
    }

    /** Not there. */
    public void attach(@Nullable Buffer base, int size) throws MPIException {
        run("Win.attach", open -> {
            throw dynamic();
        });
    }

    /** Not there. */
    public void detach(@Nullable Buffer base) throws MPIException {
        run("Win.detach", open -> {
            throw dynamic();
        });
    }

    /** Returns the ranks of the window. */
    public Group getGroup() throws MPIException {
        return call("Win.getGroup", open -> new Group(open.place().local().members()));
    }

    /** Frees the window when all ranks have called this, and all accesses are done; collective. */
    @Override
    public void free() throws MPIException {
        run("Win.free", open -> {
            freed();
            open.close();
        });
    }

    // ---------------------------------------------------------------- epochs

    /** Ends all accesses, and opens the next; collective. */
    public void fence(int assertion) throws MPIException {
        end("Win.fence", open -> open.window().fence());
    }

    /** Opens accesses to the memory of some ranks, when they have posted. */
    public void start(Group group, int assertion) throws MPIException {
        run("Win.start", open -> open.window().start(open.ranks(group)));
    }

    /** Ends the accesses that {@link #start} has opened. */
    public void complete() throws MPIException {
        end("Win.complete", open -> open.window().complete());
    }

    /** Lets some ranks access this one's memory. */
    public void post(Group group, int assertion) throws MPIException {
        run("Win.post", open -> open.window().post(open.ranks(group)));
    }

    /** Waits until the ranks of {@link #post} have completed. */
    public void waitFor() throws MPIException {
        run("Win.waitFor", open -> open.window().await());
    }

    /** Returns whether the ranks of {@link #post} have completed. */
    public boolean test() throws MPIException {
        return call("Win.test", open -> open.window().test());
    }

    /** Opens accesses to the memory of one rank. */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        run("Win.lock", open -> {
            switch (lockType) {
                case MPI.LOCK_EXCLUSIVE -> open.window().lock(open.rank(rank));
                case MPI.LOCK_SHARED -> open.window().lockShared(open.rank(rank));
                default ->
                    throw new MpiFailure(
                            ErrorClass.LOCKTYPE,
                            "a lock is MPI.LOCK_EXCLUSIVE or MPI.LOCK_SHARED: lockType=" + lockType);
            }
        });
    }

    /** Ends the accesses to the memory of one rank. */
    public void unlock(int rank) throws MPIException {
        end("Win.unlock", open -> open.window().unlock(open.rank(rank)));
    }

    /** Opens accesses to the memory of all ranks, beside others. */
    public void lockAll(int assertion) throws MPIException {
        run("Win.lockAll", open -> open.window().lockAll());
    }

    /** Ends the accesses that {@link #lockAll} has opened. */
    public void unlockAll() throws MPIException {
        end("Win.unlockAll", open -> open.window().unlockAll());
    }

    /** Orders loads and stores of this rank with accesses. */
    public void sync() throws MPIException {
        run("Win.sync", open -> open.window().sync());
    }

    /** Waits until all accesses to a rank are done there. */
    public void flush(int targetRank) throws MPIException {
        end("Win.flush", open -> open.window().flush(open.rank(targetRank)));
    }

    /** Waits until all accesses are done. */
    public void flushAll() throws MPIException {
        end("Win.flushAll", open -> open.window().flushAll());
    }

    /** Waits until the buffers of all accesses to a rank may be used. */
    public void flushLocal(int targetRank) throws MPIException {
        end("Win.flushLocal", open -> open.window().flushLocal(open.rank(targetRank)));
    }

    /** Waits until the buffers of all accesses may be used. */
    public void flushLocalAll() throws MPIException {
        end("Win.flushLocalAll", open -> open.window().flushLocalAll());
    }

    private void end(String name, Work work) throws MPIException {
        run(name, open -> {
            work.on(open);
            open.reportResults();
        });
    }

    // ---------------------------------------------------------------- errors, attributes, names

    /** Says what happens when a call fails; {@link MPI#ERRORS_ARE_FATAL} at the beginning. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        run("Win.setErrhandler", open -> open.place().setHandler(errhandler));
    }

    /** Returns what happens when a call fails. */
    public Errhandler getErrhandler() throws MPIException {
        return call("Win.getErrhandler", open -> open.place().handler());
    }

    /** Lets the error handler do what it does; it does nothing if it is {@link MPI#ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        run("Win.callErrhandler", open -> open.place().callHandler(errorCode));
    }

    /** Makes a key of attributes. */
    public static int createKeyval() throws MPIException {
        return State.newKeyval();
    }

    /** Frees a key of attributes. */
    public static void freeKeyval(int keyval) throws MPIException {
        State.freeKeyval(keyval);
    }

    /** Keeps a copy of a serializable object with the window. */
    public void setAttr(int keyval, Object value) throws MPIException {
        run("Win.setAttr", open -> Attributes.set(open.attributes(), keyval, value));
    }

    /**
     * Returns a copy of what was kept, or null; for {@code MPI.WIN_BASE} the buffer, for {@code MPI.WIN_SIZE} and
     * {@code MPI.WIN_DISP_UNIT} numbers of bytes.
     */
    public @Nullable Object getAttr(int keyval) throws MPIException {
        return call("Win.getAttr", open -> {
            boolean isKnown = keyval >= MPI.WIN_BASE && keyval <= MPI.WIN_DISP_UNIT;
            return isKnown ? open.known(keyval) : Attributes.get(open.attributes(), keyval);
        });
    }

    /** Deletes what was kept. */
    public void deleteAttr(int keyval) throws MPIException {
        run("Win.deleteAttr", open -> Attributes.delete(open.attributes(), keyval));
    }

    /** Returns the hints. */
    public Info getInfo() throws MPIException {
        return call("Win.getInfo", open -> Info.of(open.place().hints()));
    }

    /** Sets hints, of which none is followed. */
    public void setInfo(Info info) throws MPIException {
        run("Win.setInfo", open -> open.place().setHints(Info.hintsOrNone(info)));
    }

    /** Names the window, for messages. */
    public void setName(String name) throws MPIException {
        run("Win.setName", open -> open.place().setName(name));
    }

    /** Returns the name. */
    public String getName() throws MPIException {
        return call("Win.getName", open -> open.place().name());
    }
}
