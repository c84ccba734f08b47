package tutti.examples.patterns;

import java.util.Arrays;
import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/** A sub-array: a layout selects a column of a matrix, which is sent without a copy. */
public final class SubArray {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(SubArray::send);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String send(Communicator world) {
        int rows = 3;
        int columns = 4;
        double[] matrix = new double[rows * columns];
        Layout column = Layout.subArray(new int[] {rows, columns}, new int[] {rows, 1}, new int[] {0, 2});
        if (world.rank() == 0) {
            Arrays.setAll(matrix, i -> i);
        }
        world.broadcast(DirectBuffer.of(matrix).select(column), 0); // column 2 only
        return "rank " + world.rank() + ": " + Arrays.toString(matrix);
    }
}
