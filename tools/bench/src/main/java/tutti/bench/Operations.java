package tutti.bench;

import java.util.List;

/**
 * What one member of a job can do with values of one kind; in each implementation by the means of its system.
 *
 * <p>Rank 0 is every root. A value may be changed as soon as an operation has returned.
 *
 * @param <T> type of the values
 */
interface Operations<T> {

    int rank();

    int size();

    /** Sends without waiting for the receiver. */
    default void send(T value, int destination) {
        throw missing("send");
    }

    default T receive(int source) {
        throw missing("receive");
    }

    /** Sends as little as there is. */
    default void signal(int destination) {
        throw missing("signal");
    }

    default void awaitSignal(int source) {
        throw missing("signal");
    }

    default void barrier() {
        throw missing("barrier");
    }

    /** Returns the root's value; the argument counts only there. */
    default T broadcast(T value) {
        throw missing("broadcast");
    }

    /** Returns what all values reduce to at the root; elsewhere nothing of use. */
    default T reduce(T value) {
        throw missing("reduce");
    }

    default T allReduce(T value) {
        throw missing("allreduce");
    }

    /** Returns this member's value; the argument counts only at the root. */
    default T scatter(List<T> values) {
        throw missing("scatter");
    }

    /** Returns all values at the root, elsewhere nothing of use. */
    default List<T> gather(T value) {
        throw missing("gather");
    }

    default List<T> allGather(T value) {
        throw missing("allgather");
    }

    default List<T> allToAll(List<T> values) {
        throw missing("alltoall");
    }

    private UnsupportedOperationException missing(String operation) {
        return new UnsupportedOperationException(
                "this system has no such operation here: operation=%s system=%s".formatted(operation, getClass()));
    }
}
