package tutti.examples.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Member 0 receives from whichever member comes first; each JVM says which memory it has in common with others. */
final class Meeting {
    static final int ROUNDS = 200;

    private Meeting() {}

    public static void main(String[] args) throws IOException {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            int size = Integer.parseInt(ColGroupMaster.programArguments(args)[0]);
            master.run(size, world -> {
                meet(world);
                return null;
            });
            System.out.println(ways());
        }
    }

    private static void meet(Communicator world) {
        Set<Integer> met = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            if (world.rank() > 0) {
                world.sendSync(world.rank(), 0);
            } else {
                for (int i = 1; i < world.size(); i++) {
                    met.add(world.<Integer>receive(Communicator.ANY_SOURCE));
                }
            }
            world.barrier();
        }
        if (world.rank() == 0) {
            System.out.println("met: " + met);
        }
    }

    /** Returns what this JVM has used: files of shared memory, and an MPI library. */
    private static String ways() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            Set<String> used =
                    maps.map(Meeting::way).filter(way -> !way.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
            return "used: " + used;
        }
    }

    private static String way(String mapping) {
        if (mapping.contains("/tutti-")) {
            return "shared memory";
        }
        return mapping.contains("/libmpi.so") || mapping.contains("/libmpich.so") ? "MPI" : "";
    }
}
