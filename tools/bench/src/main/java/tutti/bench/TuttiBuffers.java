package tutti.bench;

import static tutti.group.Communicator.ANY_SOURCE;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ExactSum;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Neighborhood;
import tutti.group.PersistentRequest;
import tutti.group.Request;
import tutti.serialization.DirectBuffer;

/**
 * Tutti's operations on buffers; each that arrives takes the place of the one before.
 *
 * @param received where one value arrives
 * @param gathered where a value of each member arrives
 * @param window where the values of receives arrive that are under way together
 * @param operator of reductions for all
 * @param parts one value of each member, of those that are gathered
 */
record TuttiBuffers<A>(
        ColMember member,
        ColGroup group,
        int rank,
        View<A> received,
        List<View<A>> gathered,
        List<View<A>> window,
        Blocks parts,
        ReductionObject<DirectBuffer> operator,
        Communicator world,
        Neighborhood ring)
        implements Operations<View<A>> {

    /** Makes the operations of a member for a benchmark. */
    static <A> TuttiBuffers<A> of(ColMember member, ColGroup group, DirectContent<A> content, Benchmark benchmark) {
        Communicator world = member.communicator(group);
        long[] counts = new long[group.size()];
        View<A> received = content.views(1).getFirst();
        Arrays.fill(counts, received.buffer().length());
        return new TuttiBuffers<>(
                member,
                group,
                world.rank(),
                received,
                benchmark.isOfTwo() ? List.of() : content.views(group.size()),
                content.views(receivesTogether(benchmark)),
                Blocks.of(counts),
                operator(benchmark),
                world,
                TuttiOperations.ring(world));
    }

    private static int receivesTogether(Benchmark benchmark) {
        return switch (benchmark) {
            case BANDWIDTH_NONBLOCKING -> Benchmark.WINDOW;
            case LATENCY_NONBLOCKING, LATENCY_PERSISTENT -> 1;
            default -> 0;
        };
    }

    private static ReductionObject<DirectBuffer> operator(Benchmark benchmark) {
        return switch (benchmark) {
            case ALLREDUCE_MAXLOC -> Reductions.maxLocation();
            case ALLREDUCE_COMPLEX -> Reductions.complexProduct();
            default -> Reductions.sum();
        };
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
    public View<A> receiveFromAny() {
        world.receive(received.buffer(), ANY_SOURCE);
        return received;
    }

    @Override
    public Request<?> startSend(View<A> value, int destination) {
        return world.nonBlocking().sendAsync(value.buffer(), destination);
    }

    @Override
    public Request<?> startReceive(int source, int number) {
        return world.nonBlocking().receive(window.get(number).buffer(), source);
    }

    @Override
    public PersistentRequest<?> prepareSend(View<A> value, int destination) {
        return world.persistent().sendAsync(value.buffer(), destination);
    }

    @Override
    public PersistentRequest<?> prepareReceive(int source) {
        return world.persistent().receive(window.getFirst().buffer(), source);
    }

    @Override
    public View<A> awaitReceived(Request<?> receive, int number) {
        var _ = receive.await();
        return window.get(number);
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
        member.allReduce(group, value.buffer(), received.buffer(), operator);
        return received;
    }

    @Override
    public double sum(View<A> value) {
        double sum = 0;
        for (double element : (double[]) value.array()) {
            sum += element;
        }
        return world.allReduce(sum, Reductions.sum());
    }

    @Override
    public double exactSum(View<A> value) {
        return world.allReduce(ExactSum.of((double[]) value.array()), ExactSum::plus)
                .doubleValue();
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

    @Override
    public List<View<A>> allToAllV(List<View<A>> values) {
        world.allToAll(values.getFirst().whole(), parts, gathered.getFirst().whole(), parts);
        return gathered;
    }

    @Override
    public List<View<A>> neighborAllToAll(List<View<A>> values) {
        View<A> first = gathered.getFirst();
        ring.allToAll(
                values.getFirst().whole(),
                first.whole().slice(0, 2 * first.buffer().length()));
        return gathered;
    }

    @Override
    public View<A> scan(View<A> value) {
        world.scan(value.buffer(), received.buffer(), Reductions.sum());
        return received;
    }

    @Override
    public View<A> reduceScatter(List<View<A>> values) {
        world.reduceScatter(values.getFirst().whole(), received.buffer(), Reductions.sum());
        return received;
    }

    @Override
    public Request<?> startAllReduce(View<A> value) {
        return world.nonBlocking().allReduce(value.buffer(), received.buffer(), Reductions.sum());
    }

    @Override
    public PersistentRequest<?> prepareAllReduce(View<A> value) {
        return world.persistent().allReduce(value.buffer(), received.buffer(), Reductions.sum());
    }

    @Override
    public View<A> reduced() {
        return received;
    }

    @Override
    public View<A> awaitReduced(Request<?> reduction) {
        var _ = reduction.await();
        return received;
    }
}
