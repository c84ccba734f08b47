package tutti.jgf.section1;

import tutti.collectives.DividableArray;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Scatters from rank 0; the lengths are those of one member's part. */
public final class Scatter extends OnArrays {
    private static final int LENGTHS = 2;
    private static final int LONGEST = 5_000_000;

    /** Makes it with the suite's lengths. */
    public Scatter() {
        super("Scatter", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    double elements(int length, int members) {
        return 2.0 * members * length;
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        double[] all = member.rank() == 0 ? Content.parts(length, 0, member.members()) : new double[0];
        double[] part = new double[length];
        return new Exchange() {
            @Override
            public void run() {
                member.scatter(member.group(), DirectBuffer.of(all), DirectBuffer.of(part), 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrong(part, 0, length, 0, member.rank());
            }
        };
    }

    @Override
    Exchange ofObjects(SuiteMember member, int length) {
        Item[] all = member.rank() == 0 ? Item.parts(length, 0, member.members()) : new Item[0];
        return new Exchange() {
            private Item[] part = new Item[length];

            @Override
            public void run() {
                part = member.scatter(member.group(), DividableArray.of(all), 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrong(part, 0, length, 0, member.rank());
            }
        };
    }
}
