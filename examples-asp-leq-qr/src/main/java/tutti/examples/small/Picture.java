package tutti.examples.small;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A grey picture that is divided into blocks of rows. */
public final class Picture implements DividableDataObject<int[][]> {
    private final int[][] rows;

    /** Makes a picture of the brightness of each pixel, row by row. */
    Picture(int[][] rows) {
        this.rows = rows;
    }

    /** Returns the rows of one member, for scatter. */
    @Override
    public int[][] elementAt(int index, int groupSize) {
        Partition blocks = new Partition(rows.length, groupSize);
        return Arrays.copyOfRange(rows, blocks.offset(index), blocks.offset(index + 1));
    }

    /** Puts the rows of one member in their place, for gather. */
    @Override
    public void setElementAt(int index, int groupSize, int[][] part) {
        Partition blocks = new Partition(rows.length, groupSize);
        if (part.length != blocks.size(index)) {
            throw new IllegalArgumentException(
                    "rows do not fit: rank=%d rows=%d expected=%d".formatted(index, part.length, blocks.size(index)));
        }
        System.arraycopy(part, 0, rows, blocks.offset(index), part.length);
    }

    /** Makes a picture darker, each member some rows; only rank 0 has the picture, and gets the result. */
    static void darken(Communicator world, @Nullable Picture picture) {
        int[][] mine = world.scatter(picture, 0);
        for (int[] row : mine) {
            Arrays.setAll(row, i -> row[i] / 2);
        }
        world.gather(picture, mine, 0);
    }

    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            master.run(world -> {
                darken(world, world.rank() == 0 ? new Picture(new int[600][800]) : null);
                return null;
            });
        }
    }
}
