package tutti.launched;

import jdk.jfr.FlightRecorder;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** A program in a package that no jar of Tutti's has: its members add up their ranks. */
public final class Adding extends ColMember {
    /** Takes what the master takes. */
    public static void main(String[] arguments) {
        try (ColGroupMaster master = new ColGroupMaster(arguments)) {
            master.start("adding", Adding::new);
        }
        if (FlightRecorder.isInitialized()) {
            throw new IllegalStateException("no one records, but Flight Recorder runs");
        }
    }

    @Override
    public void run() {
        int rank = group().rank(this);
        int sum = allReduce(group(), rank, Reductions.sum());
        System.out.println("member %d of %d: %d".formatted(rank, group().size(), sum));
    }
}
