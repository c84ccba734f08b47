package tutti.examples.hello;

import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** Every member contributes its rank; all of them learn the sum. */
public final class Hello extends ColMember {
    @Override
    public void run() {
        int rank = group().rank();
        int sum = allReduce(group(), rank, Reductions.sum());
        System.out.println("member " + rank + " of " + group().size() + ": the ranks add up to " + sum);
    }

    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            master.start("hello", Hello::new);
        }
    }
}
