package tutti.examples.patterns;

import static tutti.group.Communicator.NO_MEMBER;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** Halo exchange: each member holds a part of a rod and copies of its neighbors' border cells. */
public final class Halo {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(Halo::spread);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String spread(Communicator world) {
        int size = world.size();
        double[] cells = new double[6]; // 4 of its own, and one of each neighbor
        cells[1] = world.rank() == 0 ? 100 : 0;
        for (int step = 0; step < 50; step++) {
            int left = world.rank() == 0 ? NO_MEMBER : world.rank() - 1;
            int right = world.rank() == size - 1 ? NO_MEMBER : world.rank() + 1;
            world.sendReceive(DirectBuffer.of(cells, 4, 1), right, DirectBuffer.of(cells, 0, 1), left);
            world.sendReceive(DirectBuffer.of(cells, 1, 1), left, DirectBuffer.of(cells, 5, 1), right);
            double[] old = cells.clone();
            for (int i = 1; i <= 4; i++) {
                cells[i] = (old[i - 1] + 2 * old[i] + old[i + 1]) / 4;
            }
        }
        return "rank %d: %5.2f %5.2f %5.2f %5.2f".formatted(world.rank(), cells[1], cells[2], cells[3], cells[4]);
    }
}
