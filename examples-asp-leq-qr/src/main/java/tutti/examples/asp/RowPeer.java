package tutti.examples.asp;

import java.rmi.RemoteException;
import tutti.examples.rmi.Peer;

/** What the members of {@link AspRmi} offer each other. */
interface RowPeer extends Peer {
    // communication (rmi) {
    /** Takes row k, which comes down the tree of which root is the root. */
    void row(int k, int root, int[] row) throws RemoteException;
    // communication }
}
