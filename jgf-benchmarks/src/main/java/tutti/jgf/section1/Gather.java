package tutti.jgf.section1;

import tutti.collectives.DividableArray;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Gathers to rank 0; the lengths are those of one member's part. */
public final class Gather extends OnArrays {
    private static final int LENGTHS = 25;
    private static final int LONGEST = 5_000_000;

    /** Makes it with the suite's lengths. */
    public Gather() {
        super("Gather", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    double elements(int length, int members) {
        return 2.0 * members * length;
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        double[] part = Content.array(length, member.rank(), 0);
        double[] all = new double[member.rank() == 0 ? member.members() * length : 0];
        return new Exchange() {
            @Override
            public void run() {
                member.gather(member.group(), DirectBuffer.of(part), DirectBuffer.of(all), 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrongParts(all, length, 0);
            }
        };
    }

    @Override
    Exchange ofObjects(SuiteMember member, int length) {
        Item[] part = Item.array(length, member.rank(), 0);
        Item[] all = new Item[member.rank() == 0 ? member.members() * length : 0];
        return new Exchange() {
            @Override
            public void run() {
                member.gather(member.group(), DividableArray.of(all), part, 0);
            }

            @Override
            public int wrongElements() {
                return Content.wrongParts(all, length, 0);
            }
        };
    }
}
