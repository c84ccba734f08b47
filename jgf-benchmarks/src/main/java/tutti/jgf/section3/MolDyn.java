package tutti.jgf.section3;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroup;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.jgf.suite.Timing;

/**
 * Section 3: particles in a periodic box, which attract and repel each other (Lennard-Jones).
 *
 * <p>Every member holds all particles and moves them alike. The pairs are shared: each member computes the forces of
 * its own, all at once; then the members add them up one after the other, in rank order, and the last one broadcasts
 * the sums. That is the order of additions of a single loop over all pairs, so that the kinetic energy is the reference
 * value, to the last bit, at any number of members.
 */
public final class MolDyn implements Benchmark {
    private static final double TOLERANCE = 1e-12;
    private static final int MOVES = 50;
    private static final int MOVES_TO_A_RESCALING = 10;
    private static final int LAST_RESCALING = 19;

    /** Makes the benchmark. */
    public MolDyn() {}

    @Override
    public int section() {
        return 3;
    }

    @Override
    public String name() {
        return "MolDyn";
    }

    @Override
    public List<Size> sizes() {
        return List.of(Size.A, Size.B);
    }

    private static int cells(Size size) {
        return switch (size) {
            case A -> 8;
            case B -> 13;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    private static double reference(Size size) {
        return switch (size) {
            case A -> 1731.4306625334357;
            case B -> 7397.392307839352;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        Size size = member.settings().size();
        Timer total = member.newTimer();
        Timer run = member.newTimer();

        total.start();
        int cells = cells(size);
        Particles particles = new Particles(cells);
        PairForces pairs = new PairForces(particles, cells / 4.0, member.rank(), member.members());
        run.start();
        Result result = simulate(member, particles, pairs);
        run.stop();
        total.stop();

        if (member.rank() != 0) {
            return null;
        }
        return new Outcome(
                List.of(
                        new Timing("Run", "Interactions", result.interactions, run.seconds()),
                        new Timing("Total", "Solutions", 1, total.seconds())),
                List.of(new Check("kinetic energy", reference(size), 24 * result.kineticEnergy, TOLERANCE)));
    }

    private record Result(double kineticEnergy, long interactions) {}

    private static Result simulate(SuiteMember member, Particles particles, PairForces pairs) {
        PairSums sums = new PairSums(particles.count());
        double kineticEnergy = 0;
        long interactions = 0;
        for (int move = 1; move <= MOVES; move++) {
            particles.move(sums.values());
            pairs.find();
            addAll(member, pairs, sums);
            interactions += sums.interactions();
            kineticEnergy = particles.accelerate(sums.values());
            if (move % MOVES_TO_A_RESCALING == 0 && move <= LAST_RESCALING) {
                kineticEnergy = particles.rescale(kineticEnergy);
            }
            member.progress(move, MOVES);
        }
        return new Result(kineticEnergy, interactions);
    }

    private static void addAll(SuiteMember member, PairForces pairs, PairSums sums) {
        ColGroup group = member.group();
        int rank = member.rank();
        int last = member.members() - 1;
        if (rank == 0) {
            sums.clear();
        } else {
            member.receive(group, sums.buffer(), rank - 1);
        }
        pairs.addTo(sums);
        if (rank < last) {
            member.sendAsync(group, sums.buffer(), rank + 1);
        }
        member.broadcast(group, sums.buffer(), last);
    }
}
