package tutti.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.SecretFile;

/**
 * The training run for the {@link StartCache}: does once what a launcher and the JVMs of its jobs do at their start.
 *
 * <p>Run with {@code -XX:AOTCacheOutput} and the class path that is Tutti's jars.
 */
final class StartTraining {
    private static final int PROCESSES = 2;
    private static final int MEMBERS = 4;

    private StartTraining() {}

    /** A member that calls what most programs call first. */
    private static final class Trainee extends ColMember {
        @Override
        public void run() {
            int rank = group().rank(this);
            barrier(group());
            String word = broadcast(group(), rank == 0 ? "word" : null, 0);
            int sum = allReduce(group(), rank, Reductions.sum());
            double[] sums = allReduce(group(), new double[] {rank}, Reductions.sum());
            if (!"word".equals(word) || sum != sums[0]) {
                throw new IllegalStateException(
                        "wrong result: rank=%d word=%s sum=%d sums=%s".formatted(rank, word, sum, sums[0]));
            }
        }
    }

    /** Takes the cache that is being made; without it, is the program of the job that the training starts. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            runProcess();
            return;
        }
        Path contents = Path.of(arguments[0] + StartCache.CONTENTS);
        Files.write(contents, new TreeSet<>(StartCache.contents(ClassPath.ofProperty("java.class.path"))));
        runProcess("--tutti-members=" + MEMBERS, "--tutti-provider=alone");
        runProcesses();
        String number = Integer.toString(PROCESSES);
        // its own place only: with an MPI API there, too, it would be taken for a program of that
        String classPath = Path.of(StartTraining.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String[] command = {"run", "-n", number, "--jvms", number, "-cp", classPath, StartTraining.class.getName()};
        System.exit(TuttiCommand.commandLine(command).execute(command));
    }

    private static void runProcess(String... settings) {
        try (ColGroupMaster master = new ColGroupMaster(settings)) {
            master.start("training", Trainee::new);
        }
    }

    /** Runs a job of several processes in this JVM. */
    private static void runProcesses() throws Exception {
        Path secret = SecretFile.createTemporary();
        try {
            String master = "127.0.0.1:" + FreePorts.take();
            List<Thread> threads = new ArrayList<>();
            for (int process = 0; process < PROCESSES; process++) {
                String[] settings = {
                    "--tutti-rank=" + process,
                    "--tutti-size=" + PROCESSES,
                    "--tutti-members=" + MEMBERS,
                    "--tutti-master=" + master,
                    "--tutti-secret-file=" + secret
                };
                threads.add(Thread.ofPlatform().start(() -> runProcess(settings)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            Files.deleteIfExists(secret);
        }
    }
}
