package tutti.group;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tutti.collectives.Reductions;
import tutti.messaging.JvmCache;
import tutti.messaging.Processes;
import tutti.messaging.config.SecretFile;

/** Does once, in two JVMs, what the programs of these tests do at their start. */
final class StartTraining extends ColMember {
    private StartTraining() {}

    @Override
    public void run() {
        int rank = group().rank(this);
        barrier(group());
        broadcast(group(), new int[] {rank}, 0);
        allReduce(group(), rank, Reductions.sum());
        double[] values = allReduce(group(), new double[] {rank}, Reductions.sum());
        rendezvous(group(), values, 1 - rank);
    }

    /** Is the first process of a job, and starts the second if it is given the file of a cache only. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1) {
            meet(arguments);
            return;
        }
        String master = "--tutti-master=localhost:" + Processes.freePort();
        Path secretFile = SecretFile.createTemporary();
        String secret = "--tutti-secret-file=" + secretFile;
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder second = new ProcessBuilder(java);
        second.command().addAll(JvmCache.QUICK_START);
        second.command().addAll(List.of("-cp", System.getProperty("java.class.path"), StartTraining.class.getName()));
        second.command().addAll(List.of("--tutti-rank=1", "--tutti-size=2", master, secret));
        Process other = second.inheritIO().start();
        try {
            meet("--tutti-rank=0", "--tutti-size=2", master, secret);
            other.waitFor();
        } finally {
            Files.deleteIfExists(secretFile);
        }
    }

    private static void meet(String... arguments) {
        try (ColGroupMaster master = new ColGroupMaster(arguments)) {
            master.start("training", StartTraining::new);
        }
    }
}
