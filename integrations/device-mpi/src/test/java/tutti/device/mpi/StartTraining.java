package tutti.device.mpi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.messaging.Processes;
import tutti.messaging.config.SecretFile;

/** Does once what the programs of these tests do, in two processes of one JVM and without MPI, over each device. */
final class StartTraining {
    private StartTraining() {}

    /** Needs no arguments. */
    public static void main(String[] args) throws Exception {
        runBoth("--tutti-transport=shared-memory");
        runBoth("--tutti-transport=grpc");
    }

    private static void runBoth(String transport) throws Exception {
        Path secret = SecretFile.createTemporary();
        try {
            String master = "127.0.0.1:" + Processes.freePort();
            List<Thread> processes = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                String[] settings = {
                    "--tutti-rank=" + rank,
                    "--tutti-size=2",
                    "--tutti-master=" + master,
                    "--tutti-secret-file=" + secret,
                    transport,
                    MpiProgram.BRIEF
                };
                processes.add(Thread.ofPlatform().start(() -> MpiProgram.main(settings)));
            }
            for (Thread process : processes) {
                process.join();
            }
        } finally {
            Files.deleteIfExists(secret);
        }
    }
}
