package tutti.bench;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Words for what a contender cannot do. */
final class Refusals {
    private Refusals() {}

    /** Returns null if the benchmark and the payload are among those that the contender knows. */
    static @Nullable String unless(
            Contender contender,
            Benchmark benchmark,
            Set<Benchmark> benchmarks,
            PayloadKind payload,
            Set<PayloadKind> payloads) {
        if (!benchmarks.contains(benchmark)) {
            return "peer=%s cannot run benchmark=%s; it runs %s"
                    .formatted(contender.label(), benchmark, list(benchmarks));
        }
        if (!payloads.contains(payload)) {
            return "peer=%s cannot move payload=%s; it moves %s".formatted(contender.label(), payload, list(payloads));
        }
        return null;
    }

    private static String list(Collection<? extends Comparable<?>> values) {
        return String.join(
                ", ", new TreeSet<>(values).stream().map(Object::toString).toList());
    }
}
