package tutti.jgf.section1;

import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Broadcasts from rank 0. */
public final class Bcast extends OnArrays {
    private static final int LENGTHS = 25;
    private static final int LONGEST = 5_000_000;

    /** Makes it with the suite's lengths. */
    public Bcast() {
        super("Bcast", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    double elements(int length, int members) {
        return (double) members * length;
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        double[] array = member.rank() == 0 ? Content.array(length, 0, 0) : new double[length];
        DirectBuffer buffer = DirectBuffer.of(array);
        return new Exchange() {
            @Override
            public void run() {
                member.broadcast(member.group(), buffer, 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrong(array, 0, length, 0, 0);
            }
        };
    }

    @Override
    Exchange ofObjects(SuiteMember member, int length) {
        return new Exchange() {
            private Item[] array = member.rank() == 0 ? Item.array(length, 0, 0) : new Item[0];

            @Override
            public void run() {
                array = member.broadcast(member.group(), array, 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrong(array, 0, length, 0, 0);
            }
        };
    }
}
