package tutti.examples.rmi;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the members of each program offer each other besides the program's own calls. */
public interface Peer extends Remote {
    // communication (rmi set-up) {
    /** At rank 0: takes the caller's stub, and returns those of all members by rank once they are there. */
    List<Peer> enroll(int rank, Peer stub) throws RemoteException;

    /** At rank 0: returns a member's part of the input, or null if there is none to be had. */
    @Nullable
    Serializable input(int rank) throws RemoteException;

    /** At rank 0: returns when all members have called. */
    void barrier() throws RemoteException;

    /** At rank 0: takes a member's part of the result. */
    void result(int rank, Serializable part) throws RemoteException;

    /** Ends what this member waits for, since another has failed. */
    void fail(String why) throws RemoteException;
    // communication }
}
