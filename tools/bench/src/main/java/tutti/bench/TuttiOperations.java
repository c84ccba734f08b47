package tutti.bench;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/**
 * Tutti's operations on objects.
 *
 * @param operator of reductions
 */
record TuttiOperations<T>(ColMember member, ColGroup group, int rank, ReductionObject<T> operator)
        implements Operations<T> {

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
}
