package mpi;

import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

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
        State.run("Prequest.start", () -> {
            if (freed || pending() != null) {
                throw new MpiFailure(
                        ErrorClass.REQUEST,
                        freed ? "request was freed" : "request is active; wait for it before the next start");
            }
        });
        setPending(starter.start());
    }

    /** Begins a run of each. */
    public static void startAll(Prequest[] requests) throws MPIException {
        State.run("Prequest.startAll", () -> {
            for (Prequest request : Given.of(requests, ErrorClass.REQUEST, "the requests")) {
                var _ = Given.of(request, ErrorClass.REQUEST, "a request of several to start");
            }
        });
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
