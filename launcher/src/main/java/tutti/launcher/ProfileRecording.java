package tutti.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;

/** Records what the members of one JVM do, in Flight Recorder; written to a file when the JVM ends. */
final class ProfileRecording {
    /** System property that names the folder; without it, nothing is recorded. */
    static final String FOLDER = "tutti.profile";

    static final String OPERATION = "tutti.Operation";
    static final String TOTALS = "tutti.OperationTotals";
    static final String TRAFFIC = "tutti.Traffic";
    static final String MEMBER = "tutti.Member";

    private static final List<String> EVENTS = List.of(OPERATION, TOTALS, TRAFFIC, MEMBER, "jdk.GarbageCollection");

    private ProfileRecording() {}

    /** Begins to record, if this JVM was told to. */
    static void startIfWanted() throws IOException {
        String folder = System.getProperty(FOLDER);
        if (folder != null) {
            String rank = System.getenv(JobPlan.RANK);
            start(file(Path.of(folder), rank == null ? 0 : Integer.parseInt(rank)));
        }
    }

    private static void start(Path file) throws IOException {
        @SuppressWarnings("resource") // closed by Flight Recorder at the JVM's end
        Recording recording = new Recording();
        EVENTS.forEach(event -> recording.enable(event).withoutThreshold());
        recording.setName("tutti run --profile");
        recording.setToDisk(true);
        recording.setDestination(file);
        recording.setDumpOnExit(true);
        recording.start();
    }

    /** Returns the file of a process. */
    static Path file(Path folder, int process) {
        return folder.resolve("process-%d.jfr".formatted(process));
    }
}
