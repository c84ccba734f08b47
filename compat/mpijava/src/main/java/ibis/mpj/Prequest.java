package ibis.mpj;

/** A prepared operation, which may be started again and again. */
public class Prequest extends Request {
    private final mpi.Prequest prepared;

    Prequest(mpi.Prequest prepared) {
        super(prepared, false);
        this.prepared = prepared;
    }

    /** As {@link mpi.Prequest#Start}. */
    public void start() {
        prepared.Start();
        activate();
    }

    /** Starts all. */
    public static void startAll(Prequest[] arrayOfRequests) {
        for (Prequest each : arrayOfRequests) {
            each.start();
        }
    }
}
