package tutti.junit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import tutti.junit.Outcome.State;

/** Decides of what a test fails, if it does. */
final class Verdict {
    private final Plan plan;
    private final List<Outcome> outcomes;
    private final List<Throwable> problems;

    Verdict(Plan plan, List<Report> reports) {
        this.plan = plan;
        outcomes = reports.stream()
                .flatMap(report -> report.outcomes().stream())
                .sorted(Comparator.comparingInt(Outcome::rank))
                .toList();
        problems = reports.stream()
                .map(Report::problem)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    /** Returns what the test is to throw, or null if all is well. */
    @Nullable
    Throwable failure() {
        List<Throwable> all = new ArrayList<>();
        in(State.FAILED).map(this::ofMember).forEach(all::add);
        all.addAll(problems);
        boolean hasBegun = unfinished().anyMatch(outcome -> outcome.failure() != null);
        if (hasBegun || (all.isEmpty() && unfinished().findAny().isPresent())) {
            all.add(tooLate());
        }
        if (all.isEmpty()) {
            // No one has failed by itself: a member has left that others wait for, or all have seen the end of a
            // process.
            return Stream.concat(
                            in(State.ABORTED).map(Outcome::failure),
                            in(State.RELEASED).map(this::ofMember))
                    .findFirst()
                    .orElse(null);
        }
        Throwable first = all.getFirst();
        all.stream().skip(1).filter(other -> !other.equals(first)).forEach(first::addSuppressed);
        return first;
    }

    private Stream<Outcome> in(State state) {
        return outcomes.stream().filter(outcome -> outcome.state() == state).sorted(Comparator.comparing(Outcome::at));
    }

    private Stream<Outcome> unfinished() {
        return outcomes.stream().filter(outcome -> outcome.state().isUnfinished());
    }

    /** With the values that were compared, if there are such, so that tools can show them side by side. */
    private AssertionFailedError ofMember(Outcome outcome) {
        Throwable failure = Objects.requireNonNull(outcome.failure());
        String text = "member failed: rank=%d members=%d%s: %s"
                .formatted(
                        outcome.rank(),
                        plan.members(),
                        plan.jvms() == 1 ? "" : " process=" + outcome.process(),
                        failure);
        boolean compares = failure instanceof AssertionFailedError error && error.isExpectedDefined();
        AssertionFailedError named = compares
                ? new AssertionFailedError(
                        text,
                        ((AssertionFailedError) failure).getExpected(),
                        ((AssertionFailedError) failure).getActual(),
                        failure)
                : new AssertionFailedError(text, failure);
        named.setStackTrace(failure.getStackTrace());
        return named;
    }

    private AssertionFailedError tooLate() {
        List<Outcome> unfinished = unfinished().toList();
        List<Outcome> silent = unfinished.stream()
                .filter(outcome -> outcome.state() == State.SILENT)
                .toList();
        AssertionFailedError late = new AssertionFailedError(
                "members have not ended: members=%d timeoutSeconds=%d silent=%s; raise timeoutSeconds of @Members if they need longer%n%s"
                        .formatted(
                                plan.members(),
                                plan.timeoutSeconds(),
                                (silent.isEmpty() ? unfinished : silent)
                                        .stream().map(Outcome::rank).toList(),
                                outcomes.stream()
                                        .map(outcome -> "    rank %d %s".formatted(outcome.rank(), outcome.doing()))
                                        .collect(Collectors.joining(System.lineSeparator()))));
        unfinished.stream().map(Outcome::failure).filter(Objects::nonNull).forEach(late::addSuppressed);
        return late;
    }
}
