package tutti.examples.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.examples.support.Checksum;
import tutti.group.Communicator;

/**
 * One member's part of the simulation.
 *
 * <p>In each step the members divide space again, send each other the bodies that have crossed a border, build trees
 * of their own bodies, and send each other as much of these as the others need. Every body is then attracted by the
 * same cells in the same order, whichever member has it, so no bit depends on the number of members.
 */
final class Simulation {
    private final Communicator world;
    private final Settings settings;

    private Body[] bodies; // this member's, sorted along the curve
    private long communicationNanos;

    /**
     * What is simulated.
     *
     * @param step time from one step to the next
     * @param theta the angle from which on a cell has to be opened
     * @param softening the distance below which attraction no longer grows
     */
    record Settings(Scene scene, int bodies, double step, double theta, double softening, long seed) {}

    /** Makes this member's share of the bodies, and computes how they attract each other; called by all members. */
    Simulation(Communicator world, Settings settings) {
        this.world = world;
        this.settings = settings;
        Partition ids = new Partition(settings.bodies(), world.size());
        bodies = new Body[ids.size(world.rank())];
        Arrays.setAll(
                bodies, i -> settings.scene().body(ids.offset(world.rank()) + i, settings.bodies(), settings.seed()));
        attract();
    }

    /** Does one step: half a kick, a drift, and the other half of the kick. */
    void step() {
        for (Body body : bodies) {
            body.kick(settings.step() / 2);
            body.drift(settings.step());
        }
        attract();
        for (Body body : bodies) {
            body.kick(settings.step() / 2);
        }
    }

    private void attract() {
        Cube cube = communicate(() -> Cube.around(world, bodies));
        Opening opening = new Opening(cube, settings.theta());
        Domains domains = takeBodies(cube);
        Cell tree = joinTrees(domains, opening);
        Attraction attraction = new Attraction(tree, settings.softening());
        for (Body body : bodies) {
            attraction.act(body);
        }
    }

    /** Divides space, and gives each body to the member that has its place now. */
    private Domains takeBodies(Cube cube) {
        for (Body body : bodies) {
            body.key = cube.key(body);
        }
        Arrays.sort(bodies, Body.ALONG_CURVE);
        Domains domains = communicate(() -> Domains.divide(world, bodies));
        if (domains.bodies() != settings.bodies()) {
            throw new IllegalStateException(
                    "bodies were lost: %d of %d are there".formatted(domains.bodies(), settings.bodies()));
        }
        List<Body> staying = new ArrayList<>(bodies.length);
        Map<Integer, Body[]> leaving = new TreeMap<>();
        for (int owner = 0; owner < world.size(); owner++) {
            List<Body> found = new ArrayList<>();
            for (int leaf = 0; leaf < domains.leaves().size(); leaf++) {
                if (domains.owner(leaf) == owner) {
                    Octant octant = domains.leaves().get(leaf);
                    found.addAll(Arrays.asList(bodies).subList(octant.start(bodies), octant.end(bodies)));
                }
            }
            if (owner == world.rank()) {
                staying = found;
            } else if (!found.isEmpty()) {
                leaving.put(owner, found.toArray(Body[]::new));
            }
        }
        for (Body[] coming : communicate(() -> world.exchange(leaving)).values()) {
            staying.addAll(Arrays.asList(coming));
        }
        bodies = staying.toArray(Body[]::new);
        Arrays.sort(bodies, Body.ALONG_CURVE);
        return domains;
    }

    /** Returns the tree that this member needs: whole where its own bodies are, and cut off far from them. */
    private Cell joinTrees(Domains domains, Opening opening) {
        Octree octree = new Octree(bodies, opening);
        List<@Nullable Cell> trees = new ArrayList<>();
        for (int leaf = 0; leaf < domains.leaves().size(); leaf++) {
            trees.add(
                    domains.owner(leaf) == world.rank()
                            ? octree.build(domains.leaves().get(leaf))
                            : null);
        }
        List<Box> boxes = communicate(() -> world.allGather(Box.around(bodies)));
        Map<Integer, EssentialTrees> sent = new TreeMap<>();
        for (int rank = 0; rank < world.size(); rank++) {
            if (rank != world.rank()) {
                sent.put(rank, EssentialTrees.of(trees, boxes.get(rank)));
            }
        }
        SortedMap<Integer, EssentialTrees> received = communicate(() -> world.exchange(sent));
        received.values().forEach(essential -> essential.addTo(trees));
        return domains.join(trees, opening);
    }

    private <T> T communicate(Supplier<T> operation) {
        long start = System.nanoTime();
        T result = operation.get();
        communicationNanos += System.nanoTime() - start;
        return result;
    }

    /** Returns the bodies that this member has now: the array itself, not a copy. */
    Body[] bodies() {
        return bodies;
    }

    /** Returns the time inside communication, waiting for others included. */
    long communicationNanos() {
        return communicationNanos;
    }

    /** Returns a hash of where this member's bodies are and how they move; those of all members add up. */
    long checksum() {
        long sum = 0;
        for (Body body : bodies) {
            sum += Checksum.of(body.id, body.x, body.y, body.z, body.vx, body.vy, body.vz);
        }
        return sum;
    }
}
