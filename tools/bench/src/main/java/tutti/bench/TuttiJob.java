package tutti.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.messaging.JoinException;

/** A member of Tutti that runs blocks until there are no more; the main class of Tutti's jobs. */
final class TuttiJob extends ColMember {
    /** Argument that gives members virtual threads. */
    static final String VIRTUAL = "virtual";

    private static final String GROUP = "bench";

    private final Orders orders;

    private final boolean isFirstHere;

    private TuttiJob(Orders orders, boolean isFirstHere) {
        this.orders = orders;
        this.isFirstHere = isFirstHere;
    }

    /** Joins the job; arguments are those of {@link ColGroupMaster}, and {@value #VIRTUAL}. */
    public static void main(String[] arguments) {
        boolean virtual = Arrays.asList(arguments).contains(VIRTUAL);
        try (ColGroupMaster master = new ColGroupMaster(arguments)) {
            Orders orders = new Orders(System.in, System.out);
            List<TuttiJob> members = IntStream.range(0, master.localMembers())
                    .mapToObj(i -> new TuttiJob(orders, i == 0))
                    .toList();
            master.addMembers(GROUP, members);
            ColGroup group = master.getGroup(GROUP, master.numberOfCpus());
            for (TuttiJob member : members) {
                var _ = virtual ? member.startVirtual(group) : member.start(group);
            }
        } catch (JoinException e) { // mpirun, unlike tutti run, would show where it was thrown
            System.err.println("tutti: " + e.getMessage());
            System.exit(1);
        }
    }

    @Override
    public void run() {
        int rank = group().rank(this);
        if (rank == 0) {
            orders.sayReady();
        }
        for (String line = next(rank); line != null; line = next(rank)) {
            Block block = Block.parse(line);
            Cost cost = time(block, Content.of(block));
            if (rank == 0) {
                orders.answer(cost);
            }
        }
    }

    private @Nullable String next(int rank) {
        return broadcast(group(), rank == 0 ? orders.next() : null, 0);
    }

    @SuppressWarnings("unchecked") // T is what the content is of
    private <T> Operations<T> operations(Block block, Content<T> content) {
        Benchmark benchmark = block.benchmark();
        if (benchmark.isOfOneJvm()) {
            return JvmNumber.of(communicator(group()));
        }
        if (benchmark == Benchmark.TASKS_BY_MASTER) {
            return new TuttiFarm<>(communicator(group()));
        }
        if (benchmark.isOfWindow()) {
            return (Operations<T>) TuttiWindow.of(communicator(group()), benchmark, DirectContent.ofBlock(block));
        }
        return content instanceof DirectContent<?> direct
                ? (Operations<T>) TuttiBuffers.of(this, group(), direct, benchmark)
                : TuttiOperations.of(this, group(), content.operator());
    }

    private <T> Cost time(Block block, Content<T> content) {
        try (Operations<T> operations = operations(block, content)) {
            return time(block, Loop.of(block, content, operations));
        }
    }

    private Cost time(Block block, Loop<?> loop) {
        boolean isOfTwo = block.benchmark().isOfTwo();
        barrier(group());
        long allocated = isFirstHere ? -Cost.allocatedHere() : 0;
        barrier(group());
        long begin = System.nanoTime();
        loop.run();
        long own = System.nanoTime() - begin;
        if (!block.benchmark().endsTogether()) {
            barrier(group());
        }
        long nanos = System.nanoTime() - begin;
        if (isFirstHere) {
            allocated += Cost.allocatedHere();
        }
        loop.checkLast();
        Long everywhere = reduce(group(), allocated, Long::sum, 0); // also: an answer comes after all have checked
        if (isOfTwo) {
            return new Cost(nanos, everywhere, null, Cost.ofPair(nanos, loop).singles());
        }
        Long slowest = reduce(group(), own, Long::max, 0);
        return new Cost(nanos, everywhere, slowest, block.timesEach() ? slowestOfEach(loop) : null);
    }

    /** Returns, at rank 0, the time of the slowest member in each iteration. */
    private @Nullable Durations slowestOfEach(Loop<?> loop) {
        long[] slowest = reduce(group(), loop.singleNanos(), Reductions.<long[]>max(), 0);
        return slowest == null ? null : Durations.of(slowest);
    }
}
