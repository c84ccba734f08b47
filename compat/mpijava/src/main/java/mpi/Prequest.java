package mpi;

import java.util.function.Supplier;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** An operation that was prepared, to be started many times. Between its runs it is not null. */
public class Prequest extends Request {
    private final Place place;
    private final Supplier<Pending> starter;
    private volatile boolean freed;

    Prequest(Place place, Supplier<Pending> starter) {
        super(null);
        this.place = place;
        this.starter = starter;
    }

    /** Begins a run; the one before must have completed. */
    public void Start() throws MPIException {
        if (freed || pending() != null) {
            throw place.failed(
                    "Prequest.Start",
                    new MpiFailure(
                            ErrorClass.REQUEST,
                            freed ? "request was freed" : "request is active; wait for it before the next start"));
        }
        setPending(starter.get());
    }

    /** Begins a run of each. */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        State.call("Startall", () -> {
            for (Prequest request : Given.of(array_of_request, ErrorClass.REQUEST, "the requests")) {
                var _ = Given.of(request, ErrorClass.REQUEST, "a request of several to start");
            }
            return true;
        });
        for (Prequest request : array_of_request) {
            request.Start();
        }
    }

    @Override
    public void Free() throws MPIException {
        super.Free();
        freed = true;
    }

    @Override
    public boolean Is_null() {
        return freed;
    }
}
