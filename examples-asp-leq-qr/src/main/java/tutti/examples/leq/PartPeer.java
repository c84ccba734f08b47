package tutti.examples.leq;

import java.io.Serializable;
import java.rmi.RemoteException;
import tutti.examples.rmi.Peer;

/** What the members of {@link LeqRmi} offer each other. */
interface PartPeer extends Peer {
    // communication (rmi) {
    /** Takes a member's part of a phase, which comes down the tree of which that member is the root. */
    void part(int phase, int root, Part part) throws RemoteException;

    /** A part of the solution, and how much it has changed. */
    final class Part implements Serializable {
        private static final long serialVersionUID = 1;

        final double[] x;
        final long[] change;

        Part(double[] x, long[] change) {
            this.x = x;
            this.change = change;
        }
    }
    // communication }
}
