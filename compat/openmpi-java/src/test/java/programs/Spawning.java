package programs;

import java.util.Arrays;
import mpi.Info;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/** Spawns itself, once with one command and once with two; children send their argument. */
public class Spawning {
    public static void main(String[] args) throws MPIException {
        String[] own = MPI.Init(args);
        Intercomm parent = Intercomm.getParent();
        if (parent.isNull()) {
            String[] java = {
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "programs.Spawning"
            };
            int[] codes = {1};
            say("first", MPI.COMM_WORLD.spawn("java", with(java, "10"), 1, MPI.INFO_NULL, 0, codes), codes);
            int[] more = {1, 1};
            say(
                    "second",
                    MPI.COMM_WORLD.spawnMultiple(
                            new String[] {"java", "java"},
                            new String[][] {with(java, "11"), with(java, "20")},
                            new int[] {1, 1},
                            new Info[] {MPI.INFO_NULL, MPI.INFO_NULL},
                            0,
                            more),
                    more);
        } else {
            int[] value = {Integer.parseInt(own[0])};
            parent.reduce(value, null, 1, MPI.INT, MPI.SUM, 0);
            parent.disconnect();
        }
        MPI.Finalize();
    }

    private static String[] with(String[] command, String argument) {
        String[] all = Arrays.copyOf(command, command.length + 1);
        all[command.length] = argument;
        return all;
    }

    private static void say(String which, Intercomm children, int[] codes) throws MPIException {
        int[] sum = new int[1];
        children.reduce(null, sum, 1, MPI.INT, MPI.SUM, MPI.ROOT);
        long well = Arrays.stream(codes).filter(code -> code == MPI.SUCCESS).count();
        System.out.printf("children of the %s: %d of %d say %d%n", which, well, children.getRemoteSize(), sum[0]);
        children.disconnect();
    }
}
