package tutti.jgf.section1;

import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/** Messages from rank 0 to rank 1 and back, each sent synchronously; the volume counted is that of one direction. */
public final class PingPong extends OnArrays {
    private static final int LENGTHS = 25;
    private static final int LONGEST = 5_000_000;

    /** Makes it with the suite's lengths. */
    public PingPong() {
        super("PingPong", Lengths.of(LENGTHS, LONGEST));
    }

    @Override
    public @Nullable String refusal(int members) {
        return members == 2 ? null : "PingPong is between two members: members=%d; give --members 2".formatted(members);
    }

    @Override
    double elements(int length, int members) {
        return 2.0 * length;
    }

    @Override
    Measured measure(SuiteMember member, Exchange exchange) {
        return measure(member, exchange::run);
    }

    @Override
    Exchange ofDoubles(SuiteMember member, int length) {
        int rank = member.rank();
        double[] array = rank == 0 ? Content.array(length, 0, 0) : new double[length];
        DirectBuffer buffer = DirectBuffer.of(array);
        return new Exchange() {
            @Override
            public void run() {
                if (rank == 0) {
                    member.sendSync(member.group(), buffer, 1);
                }
                member.receive(member.group(), buffer, 1 - rank);
                if (rank == 1) {
                    member.sendSync(member.group(), buffer, 0);
                }
            }

            @Override
            public int wrongElements() {
                return Content.wrong(array, 0, length, 0, 0);
            }
        };
    }

    @Override
    Exchange ofObjects(SuiteMember member, int length) {
        int rank = member.rank();
        return new Exchange() {
            private Item[] array = rank == 0 ? Item.array(length, 0, 0) : new Item[length];

            @Override
            public void run() {
                if (rank == 0) {
                    member.sendSync(member.group(), array, 1);
                }
                array = member.receive(member.group(), 1 - rank);
                if (rank == 1) {
                    member.sendSync(member.group(), array, 0);
                }
            }

            @Override
            public int wrongElements() {
                return Content.wrong(array, 0, length, 0, 0);
            }
        };
    }
}
