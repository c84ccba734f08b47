package tutti.junit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.junit.Outcome.State;

/**
 * Where a member's thread is.
 *
 * @param operation name of the operation that it called and that has not returned, or null
 * @param line where it called it; without one the innermost line that is not of Java itself
 */
record Spot(@Nullable String operation, StackTraceElement line) {
    private static final String FRONT_DOOR = "tutti.group.";
    private static final List<String> JAVA = List.of("java.", "jdk.", "sun.");

    /** Reads the stack trace of a {@link TestMember}'s thread. */
    static Spot of(List<StackTraceElement> trace) {
        int end = 0; // of what the test method does
        while (end < trace.size() && !trace.get(end).getClassName().equals(TestMember.class.getName())) {
            end++;
        }
        for (int i = end - 2; i >= 0; i--) {
            if (trace.get(i).getClassName().startsWith(FRONT_DOOR)) {
                return new Spot(trace.get(i).getMethodName(), trace.get(i + 1));
            }
        }
        return new Spot(
                null,
                trace.stream()
                        .filter(each -> JAVA.stream().noneMatch(each.getClassName()::startsWith))
                        .findFirst()
                        .orElse(new StackTraceElement(TestMember.class.getName(), "run", null, -1)));
    }

    State state() {
        return operation == null ? State.SILENT : State.WAITING;
    }

    String doing() {
        return operation == null
                ? "is in no operation, at " + line
                : "waits in %s, called at %s".formatted(operation, line);
    }
}
