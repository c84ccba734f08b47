package tutti.group;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What Flight Recorder is told while a test does something. */
final class Recorded {
    static final String OPERATION = "tutti.Operation";
    static final String TOTALS = "tutti.OperationTotals";
    static final String TRAFFIC = "tutti.Traffic";
    static final String MEMBER = "tutti.Member";
    static final List<String> ALL = List.of(OPERATION, TOTALS, TRAFFIC, MEMBER);

    private Recorded() {}

    /** Something that a test does while it is recorded. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** Returns the events of this project that come while work is done: by their names, in the order of their start. */
    static Map<String, List<RecordedEvent>> of(Path folder, List<String> enabled, Work work) throws Exception {
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            enabled.forEach(event -> recording.enable(event).withoutThreshold());
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("tutti."))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .collect(Collectors.groupingBy(event -> event.getEventType().getName()));
    }
}
