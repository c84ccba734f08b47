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
    private Meeting() {}

    /** Takes the number of members, and that of rounds. */
    public static void main(String[] args) throws IOException {
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            String[] own = ColGroupMaster.programArguments(args);
            int rounds = Integer.parseInt(own[1]);
            master.run(Integer.parseInt(own[0]), world -> {
                meet(world, rounds);
                return null;
            });
            System.out.println(ways());
        }
    }

    /** Returns the number of rounds that a test wants. */
    static String rounds() {
        return Boolean.getBoolean("tutti.test.all") ? "200" : "50";
    }

    private static void meet(Communicator world, int rounds) {
        Set<Integer> met = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
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
