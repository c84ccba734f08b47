package tutti.jgf.section1;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timing;

/**
 * A benchmark of an operation that moves arrays: of doubles, as buffers, and then of objects that hold one each.
 *
 * <p>The volume that counts is that of one member's array. Arrays that the memory cannot hold are left out, with a note
 * on standard error.
 */
abstract class OnArrays extends LowLevel {
    private static final double SHARE_OF_MEMORY = 0.5;

    private final String name;
    private final List<Integer> lengths;

    OnArrays(String name, List<Integer> lengths) {
        this.name = name;
        this.lengths = lengths;
    }

    /** What arrays are of. */
    enum Kind {
        DOUBLE("Double", "bytes", Double.BYTES, 2 * Double.BYTES),
        OBJECT("Object", "objects", 1, 100);

        private final String timer;
        private final String unit;
        private final int units; // that one element counts
        private final int heapBytes; // of an element and of its copies while they are under way

        Kind(String timer, String unit, int units, int heapBytes) {
            this.timer = timer;
            this.unit = unit;
            this.units = units;
            this.heapBytes = heapBytes;
        }
    }

    @Override
    public final String name() {
        return name;
    }

    /** Returns the number of elements that all members together hold. */
    abstract double elements(int length, int members);

    abstract Exchange ofDoubles(SuiteMember member, int length);

    /** Returns null if the benchmark is of doubles only. */
    abstract @Nullable Exchange ofObjects(SuiteMember member, int length);

    Measured measure(SuiteMember member, Exchange exchange) {
        return measureWithoutBarriers(member, exchange::run);
    }

    @Override
    public final @Nullable Outcome run(SuiteMember member) {
        List<Timing> timings = new ArrayList<>();
        int wrong = 0;
        int steps = 0;
        for (Kind kind : Kind.values()) {
            for (int length : lengths) {
                Exchange exchange = exchange(member, kind, length);
                if (exchange == null) {
                    break;
                }
                Measured measured = measure(member, exchange);
                wrong += exchange.wrongElements();
                double volume = (double) measured.runs() * length * kind.units;
                timings.add(new Timing(kind.timer, kind.unit, volume, measured.seconds(), length));
                member.progress(++steps, 2L * lengths.size());
            }
        }
        int allWrong = member.allReduce(member.group(), wrong, Reductions.sum());
        return member.rank() == 0 ? new Outcome(timings, List.of(new Check("wrong elements", 0, allWrong, 0))) : null;
    }

    private @Nullable Exchange exchange(SuiteMember member, Kind kind, int length) {
        if (length > member.settings().largestArray() || !fits(member, kind, length)) {
            return null;
        }
        return kind == Kind.DOUBLE ? ofDoubles(member, length) : ofObjects(member, length);
    }

    /** Decides for all members; each JVM may have another heap. */
    private boolean fits(SuiteMember member, Kind kind, int length) {
        double needed = elements(length, member.members()) * kind.heapBytes;
        double limit = member.allReduce(
                member.group(), SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory(), Reductions.min());
        if (needed > limit && member.rank() == 0) {
            System.err.printf(
                    "tutti: left out from here on: %s of %s length=%d needed-mib=%.0f limit-mib=%.0f; give more with"
                            + " -J-Xmx%n",
                    name, kind.timer, length, needed / (1 << 20), limit / (1 << 20));
        }
        return needed <= limit;
    }
}
