package tutti.examples.patterns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** A file for each member: nothing is shared, and the rank is part of the name. */
public final class FilePerMember {
    public static void main(String[] args) {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            List<String> lines = master.run(FilePerMember::write);
            if (master.process() == 0) {
                lines.forEach(System.out::println);
            }
        }
    }

    private static String write(Communicator world) throws IOException {
        String made = world.rank() == 0 ? Files.createTempDirectory("pattern").toString() : "";
        Path folder = Path.of(world.broadcast(made, 0));
        Path file = folder.resolve("part-" + world.rank() + ".txt");
        Files.writeString(file, "written by rank " + world.rank());
        world.barrier(); // all files are there
        Path next = folder.resolve("part-" + (world.rank() + 1) % world.size() + ".txt");
        String text = Files.readString(next);
        world.barrier(); // all files are read
        Files.delete(file);
        world.barrier();
        Files.deleteIfExists(folder);
        return "rank " + world.rank() + " reads: " + text;
    }
}
