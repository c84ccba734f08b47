package tutti.bench;

import static tutti.group.Communicator.ANY_SOURCE;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Neighborhood;
import tutti.group.Request;

/**
 * Tutti's operations on objects.
 *
 * @param operator of reductions
 */
record TuttiOperations<T>(
        ColMember member, ColGroup group, int rank, ReductionObject<T> operator, Communicator world, Neighborhood ring)
        implements Operations<T> {

    static <T> TuttiOperations<T> of(ColMember member, ColGroup group, ReductionObject<T> operator) {
        Communicator world = member.communicator(group);
        return new TuttiOperations<>(member, group, world.rank(), operator, world, ring(world));
    }

    /** Returns the members on a ring, of which each has the one below and the one above as neighbors. */
    static Neighborhood ring(Communicator world) {
        return CartesianCommunicator.of(world, CartesianGrid.periodic(world.size()));
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public void send(T value, int destination) {
        member.sendAsync(group, value, destination);
    }

    @Override
    public T receive(int source) {
        return member.receive(group, source);
    }

    @Override
    public T receiveFromAny() {
        return world.receive(ANY_SOURCE);
    }

    @Override
    public Request<?> startSend(T value, int destination) {
        return world.nonBlocking().sendAsync(value, destination);
    }

    @Override
    public Request<?> startReceive(int source, int number) {
        return world.nonBlocking().receive(source);
    }

    @Override
    @SuppressWarnings("unchecked") // all messages are of one type
    public T awaitReceived(Request<?> receive, int number) {
        return (T) receive.await();
    }

    @Override
    public void signal(int destination) {
        member.sendAsync(group, null, destination);
    }

    @Override
    public void awaitSignal(int source) {
        var _ = member.<@Nullable Object>receive(group, source);
    }

    @Override
    public void barrier() {
        member.barrier(group);
    }

    @Override
    public T broadcast(T value) {
        return member.broadcast(group, value, 0);
    }

    @Override
    public T reduce(T value) {
        T reduced = member.reduce(group, value, operator, 0);
        return rank == 0 ? Objects.requireNonNull(reduced) : value;
    }

    @Override
    public T allReduce(T value) {
        return member.allReduce(group, value, operator);
    }

    @Override
    public T scatter(List<T> values) {
        return member.scatter(group, rank == 0 ? PerRank.of(values) : null, 0);
    }

    @Override
    public List<T> gather(T value) {
        List<T> gathered = member.gather(group, value, 0);
        return rank == 0 ? Objects.requireNonNull(gathered) : List.of();
    }

    @Override
    public List<T> allGather(T value) {
        return member.allGather(group, value);
    }

    @Override
    public List<T> allToAll(List<T> values) {
        return member.allToAll(group, values);
    }

    @Override
    public List<T> neighborAllToAll(List<T> values) {
        return List.copyOf(ring.allToAll(values));
    }

    @Override
    public T scan(T value) {
        return world.scan(value, operator);
    }

    @Override
    public T reduceScatter(List<T> values) {
        return world.reduceScatter(values, operator);
    }

    @Override
    public Request<?> startAllReduce(T value) {
        return world.nonBlocking().allReduce(value, operator);
    }

    @Override
    @SuppressWarnings("unchecked") // of the type that was given
    public T awaitReduced(Request<?> reduction) {
        return (T) reduction.await();
    }
}
