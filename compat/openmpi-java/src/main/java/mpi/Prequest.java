package mpi;

import tutti.mpi.ErrorClass;

/** An operation that was prepared, to be started many times. Between its runs it is not null. */
public final class Prequest extends Request {
    private final Starter starter;
    private volatile boolean freed;

    /** Begins a run. */
    interface Starter {
        Pending start() throws MPIException;
    }

    Prequest(Starter starter) {
        super(null);
        this.starter = starter;
    }

    /** Begins a run; the one before must have completed. */
    public void start() throws MPIException {
        if (freed || pending() != null) {
            throw State.failed(
                    "Prequest.start",
                    ErrorClass.REQUEST,
                    freed ? "request was freed" : "request is active; wait for it before the next start");
        }
        setPending(starter.start());
    }

    /** Begins a run of each. */
    public static void startAll(Prequest[] requests) throws MPIException {
        for (Prequest request : requests) {
            request.start();
        }
    }

    @Override
    public void free() throws MPIException {
        super.free();
        freed = true;
    }

    @Override
    public boolean isNull() {
        return freed;
    }
}
