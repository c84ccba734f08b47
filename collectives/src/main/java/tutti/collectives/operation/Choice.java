package tutti.collectives.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tutti.collectives.signature.Operation;

/**
 * The code of an operation's algorithms, by the names that tables use.
 *
 * @param <A> what the algorithms have in common
 */
final class Choice<A> {
    private final Operation operation;
    private final Map<String, A> algorithms;

    private Choice(Operation operation, Map<String, A> algorithms) {
        this.operation = operation;
        this.algorithms = algorithms;
    }

    /** Begins with no algorithm. */
    static <A> Choice<A> of(Operation operation) {
        return new Choice<>(operation, Map.of());
    }

    /** Returns the same with one more, which must be the next of {@link Operation#algorithms}. */
    Choice<A> with(String name, A algorithm) {
        if (!name.equals(operation.algorithms().get(algorithms.size()))) {
            throw new IllegalArgumentException(
                    "the algorithms of %s are %s: got=%s".formatted(operation, operation.algorithms(), name));
        }
        Map<String, A> more = new LinkedHashMap<>(algorithms);
        more.put(name, algorithm);
        return new Choice<>(operation, more);
    }

    Operation operation() {
        return operation;
    }

    List<String> names() {
        return List.copyOf(algorithms.keySet());
    }

    /** Returns the algorithm with one of the {@link #names}. */
    A named(String name) {
        return Objects.requireNonNull(algorithms.get(name), name);
    }
}
