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
        String self = "member " + rank + " of " + group().size();
        System.out.println(self + ": the ranks add up to " + sum);
    }

    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            master.start("hello", Hello::new);
        }
    }
}
