package tutti.jgf.section1;

import tutti.collectives.DividableArray;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Each member sends a block to each member; the lengths are those of one block. */
public final class Alltoall extends OnArrays {
    private static final int LENGTHS = 20;
    private static final int LONGEST = 1_000_000;

    /** Makes it with the suite's lengths. */
    public Alltoall() {
        super("Alltoall", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    double elements(int length, int members) {
        return 2.0 * members * members * length;
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        double[] send = Content.parts(length, member.rank(), member.members());
        double[] received = new double[send.length];
        return new Exchange() {
            @Override
            public void run() {
                member.allToAll(member.group(), DirectBuffer.of(send), DirectBuffer.of(received));
            }

            @Override
            public int wrongElements() {
                return Content.wrongParts(received, length, member.rank());
            }
        };
    }

    @Override
    Exchange ofObjects(SuiteMember member, int length) {
        Item[] send = Item.parts(length, member.rank(), member.members());
        Item[] received = new Item[send.length];
        return new Exchange() {
            @Override
            public void run() {
                member.allToAll(member.group(), DividableArray.of(send), DividableArray.of(received));
            }

            @Override
            public int wrongElements() {
                return Content.wrongParts(received, length, member.rank());
            }
        };
    }
}
