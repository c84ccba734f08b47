package tutti.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/**
 * Tutti's operations on buffers; each that arrives takes the place of the one before.
 *
 * @param received where one value arrives
 * @param gathered where a value of each member arrives
 */
record TuttiBuffers<A>(ColMember member, ColGroup group, int rank, View<A> received, List<View<A>> gathered)
        implements Operations<View<A>> {

    static <A> TuttiBuffers<A> of(ColMember member, ColGroup group, DirectContent<A> content) {
        return new TuttiBuffers<>(
                member, group, group.rank(member), content.views(1).getFirst(), content.views(group.size()));
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public void send(View<A> value, int destination) {
        member.sendAsync(group, value.buffer(), destination);
    }

    @Override
    public View<A> receive(int source) {
        member.receive(group, received.buffer(), source);
        return received;
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
    public View<A> broadcast(View<A> value) {
        View<A> here = rank == 0 ? value : received;
        var _ = member.broadcast(group, here.buffer(), 0);
        return here;
    }

    @Override
    public View<A> reduce(View<A> value) {
        member.reduce(group, value.buffer(), received.buffer(), Reductions.sum(), 0);
        return received;
    }

    @Override
    public View<A> allReduce(View<A> value) {
        member.allReduce(group, value.buffer(), received.buffer(), Reductions.sum());
        return received;
    }

    @Override
    public View<A> scatter(List<View<A>> values) {
        member.scatter(group, values.getFirst().whole(), received.buffer(), 0);
        return received;
    }

    @Override
    public List<View<A>> gather(View<A> value) {
        member.gather(group, value.buffer(), gathered.getFirst().whole(), 0);
        return gathered;
    }

    @Override
    public List<View<A>> allGather(View<A> value) {
        member.allGather(group, value.buffer(), gathered.getFirst().whole());
        return gathered;
    }

    @Override
    public List<View<A>> allToAll(List<View<A>> values) {
        member.allToAll(group, values.getFirst().whole(), gathered.getFirst().whole());
        return gathered;
    }
}
