package tutti.group;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.group.file.FileView;
import tutti.group.file.NonBlockingFileView;
import tutti.group.file.NonBlockingSharedFileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.NightlySource;

/** Every public operation by which members communicate has its events in Flight Recorder; none is forgotten. */
class EveryOperationIsRecordedTest {
    private static final String STEP = "tutti.test.Step";
    private static final int MEMBERS = 2;

    private static final List<Class<?>> CLASSES = Stream.concat(
                    PublicOperations.CLASSES.stream(),
                    Stream.<Class<?>>of(
                            ParallelFile.class,
                            FileView.class,
                            NonBlockingFileView.class,
                            SharedFileView.class,
                            NonBlockingSharedFileView.class))
            .toList();

    /** What communicates nothing, by the reason; a name without a class is one in all classes, with any arguments. */
    private static final Map<String, List<String>> SILENT = Map.of(
            "says or makes something here",
            List.of(
                    "attributes both communicator coordinates destinations failing grid isAtomic isShared length local"
                            + " memory",
                    "members name nonBlocking on path persistent rank rankIn rankInBoth remoteMembers remoteSize",
                    "sharedMemory shift size sources status tag toString type view withOrder withTag within",
                    "FileView.position() FileView.offset(long) FileView.seek(long)"),
            "looks at what has come, and never waits",
            List.of("tryProbe tryMatchedProbe Window.test()"),
            "orders this member's own accesses to memory",
            List.of("Window.sync()"),
            "stands for work of the program",
            List.of("NonBlockingCommunicator.request(CompletableFuture)"),
            "is a member's last act, which waits for no other",
            List.of("leave done fail ParallelFile.close()"),
            "concerns the member's process or the name service, and no other member",
            List.of("Communicator.openPort() Communicator.lookup(String)"),
            "is of this member and the file system, of which the JDK's own events tell",
            List.of(
                    "FileView.read(DirectBuffer) FileView.write(DirectBuffer)",
                    "FileView.readAt(long,DirectBuffer) FileView.writeAt(long,DirectBuffer)",
                    "NonBlockingFileView.read(DirectBuffer) NonBlockingFileView.write(DirectBuffer)",
                    "NonBlockingFileView.readAt(long,DirectBuffer) NonBlockingFileView.writeAt(long,DirectBuffer)"));

    @TempDir
    private Path folder;

    /** The time in which a member takes a step. */
    @Name(STEP)
    static final class StepEvent extends Event {
        String step = "";
        int member;
    }

    private static Set<String> silent() {
        return SILENT.values().stream()
                .flatMap(List::stream)
                .flatMap(names -> Stream.of(names.split(" ")))
                .collect(toSet());
    }

    @Test
    void shouldKnowEveryOperation() {
        Set<String> communicating = CommunicatingOperations.all().keySet();
        Set<String> silent = silent();
        Set<String> operations = PublicOperations.of(CLASSES);

        assertThat(operations)
                .containsAll(communicating)
                .filteredOn(operation -> !communicating.contains(operation))
                .allMatch(operation ->
                        silent.contains(operation) || silent.contains(PublicOperations.methodOf(operation)));
        assertThat(communicating).noneMatch(silent::contains);
        assertThat(silent)
                .allMatch(name -> operations.contains(name)
                        || operations.stream()
                                .anyMatch(operation ->
                                        PublicOperations.methodOf(operation).equals(name)));
    }

    @ParameterizedTest(name = "{0} processes, transport {1}")
    @CsvSource("2, auto")
    @NightlySource({"1, auto", "2, grpc"})
    void shouldRecordEveryOperation(int processes, String transport) throws Exception {
        Map<String, List<RecordedEvent>> told = Recorded.of(folder, List.of(Recorded.OPERATION, STEP), () -> {
            try (TestJob job = TestJob.of(processes, "--tutti-transport=" + transport)) {
                job.run(MEMBERS, (self, group, rank) -> takeAll(self.communicator(group)));
            }
        });

        List<RecordedEvent> operations = told.get(Recorded.OPERATION);
        List<RecordedEvent> steps = told.get(STEP);
        List<String> missing = new ArrayList<>();
        CommunicatingOperations.all().forEach((name, step) -> {
            List<RecordedEvent> taken = steps.stream()
                    .filter(event -> event.getString("step").equals(name))
                    .toList();
            assertThat(taken).as(name).hasSize(MEMBERS);
            taken.forEach(time -> {
                Set<String> recorded = recordedIn(time, operations);
                step.events().stream()
                        .filter(expected -> !recorded.contains(expected))
                        .forEach(expected -> missing.add("%s at %d: %s is not in %s"
                                .formatted(name, time.getInt("member"), expected, recorded)));
            });
        });
        assertThat(missing).isEmpty();
    }

    private static Void takeAll(Communicator world) throws Exception {
        for (Map.Entry<String, CommunicatingOperations.Step> step :
                CommunicatingOperations.all().entrySet()) {
            StepEvent event = new StepEvent();
            event.step = step.getKey();
            event.member = world.rank();
            event.begin();
            step.getValue().action().run(world);
            event.commit();
        }
        return null;
    }

    /** Returns the operations that a member has begun in the time of a step. */
    private static Set<String> recordedIn(RecordedEvent step, List<RecordedEvent> operations) {
        Instant end = step.getEndTime();
        int member = step.getInt("member");
        return operations.stream()
                .filter(event -> isOf(member, event))
                .filter(event -> !event.getStartTime().isBefore(step.getStartTime())
                        && !event.getStartTime().isAfter(end))
                .map(event -> (event.getBoolean("started") ? "started " : "") + event.getString("operation"))
                .collect(toSet());
    }

    /** Returns whether a member, which has its rank in all groups but one of its own, has an event. */
    private static boolean isOf(int member, RecordedEvent event) {
        String group = event.getString("group");
        return group.startsWith(CommunicatingOperations.ALONE)
                ? group.equals(CommunicatingOperations.ALONE + member)
                : event.getInt("rank") == member;
    }
}
