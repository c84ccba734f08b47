package tutti.group;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;
import tutti.messaging.config.SecretFile;

/**
 * Does once what the programs of these tests do: every operation, over each device, and the failure of a member, all
 * between two processes in one JVM.
 */
final class StartTraining extends ColMember {
    private static final int PROCESSES = 2;
    private static final int MEMBERS = 4;

    private final boolean fails;

    private StartTraining(boolean fails) {
        this.fails = fails;
    }

    @Override
    public void run() {
        ColGroup group = group();
        if (fails) {
            fail(group);
            return;
        }
        for (EveryOperation operation : EveryOperation.values()) {
            for (int i = 0; i < 2; i++) {
                operation.run(this, group, i);
            }
        }
    }

    private void fail(ColGroup group) {
        barrier(group);
        if (group.rank(this) == 1) {
            throw new IllegalStateException("fails, as the training wants it");
        }
        try {
            receive(group, 1);
        } catch (MemberFailedException e) {
            System.out.println("failed rank=%d process=%d. %s".formatted(e.rank(), e.process(), e.getMessage()));
            throw e;
        }
    }

    /** Needs no arguments. */
    public static void main(String[] arguments) throws Exception {
        for (String transport : List.of("shared-memory", "grpc")) {
            runJob(transport, false);
        }
        runJob("auto", true);
    }

    private static void runJob(String transport, boolean fails) throws Exception {
        Path secret = SecretFile.createTemporary();
        try {
            String master = "localhost:" + Processes.freePort();
            List<Thread> processes = new ArrayList<>();
            for (int rank = 0; rank < PROCESSES; rank++) {
                String[] settings = {
                    "--tutti-rank=" + rank,
                    "--tutti-size=" + PROCESSES,
                    "--tutti-members=" + MEMBERS,
                    "--tutti-master=" + master,
                    "--tutti-secret-file=" + secret,
                    "--tutti-transport=" + transport
                };
                processes.add(Thread.ofPlatform().start(() -> runProcess(settings, fails)));
            }
            for (Thread process : processes) {
                process.join();
            }
        } finally {
            Files.deleteIfExists(secret);
        }
    }

    private static void runProcess(String[] settings, boolean fails) {
        try (ColGroupMaster master = new ColGroupMaster(settings)) {
            master.start("training", () -> new StartTraining(fails));
        } catch (RuntimeException e) {
            e.printStackTrace();
            if (!fails) {
                System.exit(1);
            }
        }
    }
}
