package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The random programs call every public operation of groups and windows; none is forgotten. */
class EveryOperationIsDrawnTest {
    private static final int PROGRAMS = 30;

    /** What no program draws, by the reason; a name without a class is one in all classes, with any arguments. */
    private static final Map<String, String> NOT_DRAWN = Map.of(
            "says or makes something here",
            "attributes both communicator coordinates destinations grid isShared length local memory members name on"
                    + " rank rankIn rankInBoth remoteMembers remoteSize sharedMemory shift size sources status tag"
                    + " toString type withTag within",
            "orders this member's own accesses to memory",
            "Window.sync()",
            "ends a group",
            "done fail shrink Window.leave()",
            "concerns processes and the name service",
            "grow replaceLost openPort lookup accept connect spawn");

    @Test
    void shouldDrawEveryOperation() {
        Set<String> drawn = ConcurrentHashMap.newKeySet();
        try (TestJob job = TestJob.of(1)) {
            for (int program = 0; program < PROGRAMS; program++) {
                long seed = 1_000L + program;
                EachDevice.run(job, "program-" + program, 1 + program % 6, world -> {
                    RandomProgram.runSeveral(seed, world, drawn);
                    return true;
                });
            }
        }
        Set<String> operations = PublicOperations.of(PublicOperations.CLASSES);
        Set<String> notDrawn = NOT_DRAWN.values().stream()
                .flatMap(names -> Stream.of(names.split(" ")))
                .collect(Collectors.toSet());

        assertThat(operations)
                .containsAll(drawn)
                .filteredOn(operation -> !drawn.contains(operation))
                .allMatch(operation ->
                        notDrawn.contains(operation) || notDrawn.contains(PublicOperations.methodOf(operation)));
        assertThat(drawn)
                .noneMatch(operation ->
                        notDrawn.contains(operation) || notDrawn.contains(PublicOperations.methodOf(operation)));
        assertThat(notDrawn)
                .allMatch(name -> operations.stream()
                        .anyMatch(operation -> operation.equals(name)
                                || PublicOperations.methodOf(operation).equals(name)));
    }
}
