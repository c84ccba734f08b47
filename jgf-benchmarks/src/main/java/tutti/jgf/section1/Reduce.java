package tutti.jgf.section1;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Sums of doubles at rank 0. */
public final class Reduce extends OnArrays {
    private static final int LENGTHS = 2;
    private static final int LONGEST = 5_000_000;

    /** Makes it with the suite's lengths. */
    public Reduce() {
        super("Reduce", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    double elements(int length, int members) {
        return 2.0 * members * length;
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        double[] mine = Content.array(length, member.rank(), 0);
        double[] sum = new double[length];
        return new Exchange() {
            @Override
            public void run() {
                member.reduce(member.group(), DirectBuffer.of(mine), DirectBuffer.of(sum), Reductions.sum(), 0);
            }

            @Override
            public int wrongElements() {
                int wrong = 0;
                for (int i = 0; member.rank() == 0 && i < length; i++) {
                    wrong += sum[i] == Content.sum(member.members(), i) ? 0 : 1;
                }
                return wrong;
            }
        };
    }

    @Override
    @Nullable
    Exchange ofObjects(SuiteMember member, int length) {
        return null;
    }
}
