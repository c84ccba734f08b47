package tutti.bench;

import java.util.List;
import tutti.group.PersistentRequest;
import tutti.group.Request;

/**
 * What one member of a job can do with values of one kind; in each implementation by the means of its system.
 *
 * <p>Rank 0 is every root. A value may be changed as soon as an operation has returned.
 *
 * @param <T> type of the values
 */
interface Operations<T> extends AutoCloseable {

    int rank();

    int size();

    /** Sends without waiting for the receiver. */
    default void send(T value, int destination) {
        throw missing("send");
    }

    default T receive(int source) {
        throw missing("receive");
    }

    default T receiveFromAny() {
        throw missing("receive from any");
    }

    /** Starts a send; the value must not change before that is done. */
    default Request<?> startSend(T value, int destination) {
        throw missing("non-blocking send");
    }

    /**
     * Starts a receive, of which several may be under way.
     *
     * @param number of the receive, from 0; each that is under way has another
     */
    default Request<?> startReceive(int source, int number) {
        throw missing("non-blocking receive");
    }

    /** Waits for a receive that was started with a number, and returns what it has brought. */
    default T awaitReceived(Request<?> receive, int number) {
        throw missing("non-blocking receive");
    }

    /** Prepares a send, which is started again and again; the value may change while none is under way. */
    default PersistentRequest<?> prepareSend(T value, int destination) {
        throw missing("persistent send");
    }

    /** Prepares a receive with number 0, as {@link #startReceive} starts it. */
    default PersistentRequest<?> prepareReceive(int source) {
        throw missing("persistent receive");
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

    /** Does the same as {@link #allToAll}, with counts and displacements. */
    default List<T> allToAllV(List<T> values) {
        throw missing("alltoallv");
    }

    /**
     * Hands the first value to the member below on a ring and the second to the one above; returns what these two have
     * for this one.
     */
    default List<T> neighborAllToAll(List<T> values) {
        throw missing("neighbor-alltoall");
    }

    default T scan(T value) {
        throw missing("scan");
    }

    /** Returns this member's part of what all values reduce to. */
    default T reduceScatter(List<T> values) {
        throw missing("reduce-scatter");
    }

    /** Starts to reduce all values for all members; the value must not change before that is done. */
    default Request<?> startAllReduce(T value) {
        throw missing("iallreduce");
    }

    /** Prepares to reduce all values, as they are when the request runs, for all members. */
    default PersistentRequest<?> prepareAllReduce(T value) {
        throw missing("iallreduce-persistent");
    }

    /** Returns the result of the last reduction that was prepared. */
    default T reduced() {
        throw missing("iallreduce-persistent");
    }

    /** Waits for a reduction that was started, and returns its result. */
    default T awaitReduced(Request<?> reduction) {
        throw missing("iallreduce");
    }

    /** Adds up this member's elements, and all members' sums. */
    default double sum(T value) {
        throw missing("sum");
    }

    /** Does the same without rounding. */
    default double exactSum(T value) {
        throw missing("exact-sum");
    }

    /** Writes to another member's window, and returns when that is done there. */
    default void put(T value, int target) {
        throw missing("put");
    }

    /** Reads a member's window. */
    default T get(int target) {
        throw missing("get");
    }

    /** Adds to the number in a member's window, and returns what it was before. */
    default long fetchAndAdd(long delta, int target) {
        throw missing("fetch-and-add");
    }

    /** Takes the next task of all: returns its number, from 0. */
    default long takeTask() {
        throw missing("task");
    }

    /** Hands out so many tasks to those that take them, if they do not help themselves; called by rank 0. */
    default void handOut(int tasks) {
        throw missing("task");
    }

    default void fence() {
        throw missing("fence");
    }

    /** Gives up what all members have made for the operations; all call it. */
    @Override
    default void close() {}

    private UnsupportedOperationException missing(String operation) {
        return new UnsupportedOperationException(
                "this system has no such operation here: operation=%s system=%s".formatted(operation, getClass()));
    }
}
