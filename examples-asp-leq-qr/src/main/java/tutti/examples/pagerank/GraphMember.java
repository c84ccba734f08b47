package tutti.examples.pagerank;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.examples.support.Progress;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/** A member that holds a sub-graph; in each round of an algorithm, every vertex sends a number along its links. */
abstract class GraphMember extends ColMember {
    private final Supplier<@Nullable Network> input; // asked at rank 0 only

    private Partition blocks = new Partition(0, 1); // which rank holds which vertices
    private SubGraph part = new SubGraph(0, new Vertex[0]); // this member's
    private @Nullable Result result;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the network, or null if there is none to be had
     */
    GraphMember(Supplier<@Nullable Network> input) {
        this.input = input;
    }

    /** Finds the value of each vertex of this member, and returns after how many rounds. */
    abstract int compute(ColGroup group, Progress progress);

    @Override
    public void run() {
        ColGroup group = group();
        int rank = group.rank(this);
        Network network = rank == 0 ? input.get() : null;
        int size = broadcast(group, network == null ? -1 : network.size(), 0);
        if (size < 0) {
            return;
        }
        blocks = new Partition(size, group.size());
        part = scatter(group, network, 0); // each member gets vertices, and references among them

        barrier(group);
        long start = System.nanoTime();
        int rounds;
        try (Progress progress = rank == 0 ? Progress.onConsole("pagerank", "rounds", -1) : Progress.none()) {
            rounds = compute(group, progress);
        }
        long nanos = System.nanoTime() - start;

        network = gather(group, network, part, 0);
        if (network != null) { // at rank 0
            result = new Result(network, rounds, nanos);
        }
    }

    /** Returns the vertices of this member. */
    final List<Vertex> vertices() {
        return part.vertices();
    }

    /** Returns the number of vertices of all members. */
    final int size() {
        return blocks.elements();
    }

    /**
     * Sends a number along each link, and combines what comes to a vertex with what it has received so far.
     *
     * <p>Numbers come to a vertex in the order of the vertices that they come from, however many members there are:
     * each member goes through its own in order, and members hold consecutive vertices and are heard in rank order. So
     * not even the rounding of a sum depends on how the network is divided.
     */
    final void sendAlongLinks(ColGroup group, ToDoubleFunction<Vertex> number, DoubleBinaryOperator combination) {
        List<Messages> outgoing =
                Stream.generate(Messages::new).limit(group.size()).toList();
        for (Vertex vertex : vertices()) {
            for (int target : vertex.far()) {
                outgoing.get(blocks.owner(target)).add(target, number.applyAsDouble(vertex));
            }
        }
        List<Messages> incoming = allToAll(group, outgoing);
        for (int from = 0; from < group.size(); from++) {
            if (from == group.rank(this)) {
                for (Vertex vertex : vertices()) {
                    for (Vertex target : vertex.near()) {
                        receive(target, number.applyAsDouble(vertex), combination);
                    }
                }
            }
            Messages messages = incoming.get(from);
            for (int i = 0; i < messages.count(); i++) {
                receive(part.vertex(messages.target(i)), messages.number(i), combination);
            }
        }
    }

    private static void receive(Vertex vertex, double number, DoubleBinaryOperator combination) {
        vertex.setReceived(combination.applyAsDouble(vertex.received(), number));
    }

    /** Returns what rank 0 holds at the end; null at the others, and where there was no network. */
    @Nullable
    Result result() {
        return result;
    }

    /**
     * What rank 0 holds at the end.
     *
     * @param network the network, with the values of its vertices
     * @param rounds how often numbers were sent
     * @param nanos time of the computation
     */
    record Result(Network network, int rounds, long nanos) {}
}
