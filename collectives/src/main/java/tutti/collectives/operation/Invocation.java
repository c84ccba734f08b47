package tutti.collectives.operation;

import tutti.collectives.AlgorithmTable;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.signature.Operation;

/**
 * One call of an operation by a member: what its code uses.
 *
 * @param call the call, with its signature, deadline and record
 * @param scratch buffers that the member keeps from call to call
 * @param table chooses algorithms
 */
record Invocation(CollectiveCall call, Scratch scratch, AlgorithmTable table) {

    /** Returns all members. */
    CallPeers peers() { // made when it is asked for: members of one process need it seldom
        return CallPeers.of(call, scratch);
    }

    Locality locality() {
        return call.locality();
    }

    /** Returns the leaders of the processes as a group of their own. */
    CallPeers leaders() {
        return peers().leaders(locality());
    }

    /** Returns the leaders of the processes, among them the root, as a group of their own. */
    CallPeers leaders(int root) {
        return peers().leaders(locality(), root);
    }

    int rank() {
        return call.rank();
    }

    /**
     * Returns the code of the algorithm that the table chooses, and records its name.
     *
     * @param members how many exchange messages
     * @param bytes of one contribution
     */
    <A> A choose(Choice<A> algorithms, int members, long bytes) {
        Operation operation = algorithms.operation();
        String name = table.choose(operation.tableName(), members, bytes);
        call.uses(name);
        return algorithms.named(name);
    }
}
