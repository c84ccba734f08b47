package tutti.examples.qr;

import java.rmi.RemoteException;
import tutti.examples.rmi.Peer;

/** What the members of {@link QrRmi} offer each other. */
interface PivotPeer extends Peer {
    // communication (rmi) {
    /** Takes what the subtree of a child proposes for step k. */
    void propose(int k, int child, Pivot pivot) throws RemoteException;

    /** Takes what was agreed on for step k, which comes down the tree. */
    void agree(int k, Pivot pivot) throws RemoteException;

    /** Takes the vector of step k, which comes down the tree of which root is the root. */
    void vector(int k, int root, double[] h) throws RemoteException;
    // communication }
}
