package tutti.launcher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * For whom the members of a group waited.
 *
 * <p>Each wait counts for the member at the end of the chain: if a member waited for another that itself waited in the
 * same call, it waited for whom that one waited for. Where a call does not name one member, because any could end the
 * wait, it is the one that came to the call last.
 */
final class Blame {
    private static final int NEIGHBOURS = -1;
    private static final int ALL = -2;
    private static final int NOBODY = -3;

    private final Map<Integer, Long> byMember = new TreeMap<>();
    private final Map<String, Map<Integer, Long>> byOperation = new HashMap<>();
    private long noOne;

    private Blame() {}

    static Blame of(Profile.Group group) {
        Blame blame = new Blame();
        Map<Long, List<Profile.Call>> collective = new HashMap<>();
        for (Profile.Call call : group.calls) {
            if (call.isCollective()) {
                collective
                        .computeIfAbsent(call.number(), number -> new ArrayList<>())
                        .add(call);
            } else if (call.awaited() >= 0 && call.awaited() != call.rank()) {
                blame.add(call, call.awaited());
            }
        }
        collective
                .values()
                .forEach(together -> together.forEach(call -> {
                    if (call.awaited() != NOBODY) {
                        blame.add(call, awaited(call, together));
                    }
                }));
        return blame;
    }

    private void add(Profile.Call call, int awaited) {
        long nanos = call.waited() * call.standsFor();
        if (awaited < 0) {
            noOne += nanos;
        } else {
            byMember.merge(awaited, nanos, Long::sum);
            byOperation
                    .computeIfAbsent(call.operation(), name -> new TreeMap<>())
                    .merge(awaited, nanos, Long::sum);
        }
    }

    /** Returns the member at the end of the chain, or -1 if no one was late. */
    private static int awaited(Profile.Call first, List<Profile.Call> together) {
        Profile.Call at = first;
        for (int steps = 0; steps <= together.size(); steps++) {
            int next = direct(at, together);
            if (next < 0 || next == at.rank()) {
                break;
            }
            Profile.Call other = together.stream()
                    .filter(call -> call.rank() == next)
                    .findFirst()
                    .orElse(null);
            if (other == null || other.awaited() == NOBODY || other.awaitedFor() < at.awaitedFor() / 2) {
                return next;
            }
            at = other;
        }
        return at.rank() == first.rank() ? -1 : at.rank();
    }

    private static int direct(Profile.Call call, List<Profile.Call> together) {
        if (call.awaited() >= 0) {
            return call.awaited();
        }
        int inProcess = call.awaited() == NEIGHBOURS ? last(together, call.process()) : ALL;
        return inProcess >= 0 && inProcess != call.rank() ? inProcess : last(together, ALL);
    }

    private static int last(List<Profile.Call> together, int process) {
        return together.stream()
                .filter(call -> process == ALL || call.process() == process)
                .max(Comparator.comparingLong(Profile.Call::start))
                .map(Profile.Call::rank)
                .orElse(-1);
    }

    /** Returns how long others waited for a member, in nanoseconds, all added up. */
    long of(int rank) {
        return byMember.getOrDefault(rank, 0L);
    }

    /** Returns how long members waited for no one who was late: for the work of others, or for messages under way. */
    long ofNobody() {
        return noOne;
    }

    long ofAll() {
        return noOne + byMember.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the member that others waited for longest, unless no one waited. */
    Optional<Integer> slowest() {
        return most(byMember);
    }

    /** Returns the member that others waited for longest in an operation, unless no one waited. */
    Optional<Integer> slowest(String operation) {
        return most(byOperation.getOrDefault(operation, Map.of()));
    }

    /** Returns the members that were awaited, the one that was awaited longest first. */
    List<Integer> ranks() {
        return byMember.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Optional<Integer> most(Map<Integer, Long> waits) {
        return waits.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }
}
