package tutti.examples.patterns;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** One file of all members: each writes its part of it in one collective call, without a lock. */
public final class OneFile {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(OneFile::write);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String write(Communicator world) throws IOException {
        String made =
                world.rank() == 0 ? Files.createTempFile("pattern", ".bin").toString() : "";
        Path path = Path.of(world.broadcast(made, 0));
        int[] mine = {world.rank(), 10 * world.rank()};
        int[] all = new int[2 * world.size()];
        try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, DELETE_ON_CLOSE)) {
            FileView numbers = file.view(ElementType.INT);
            numbers.writeAtAll(2L * world.rank(), DirectBuffer.of(mine));
            world.barrier();
            numbers.readAtAll(0, DirectBuffer.of(all));
        }
        return "rank " + world.rank() + ": " + Arrays.toString(all);
    }
}
