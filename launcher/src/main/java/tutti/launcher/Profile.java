package tutti.launcher;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the members of a job did, as their JVMs have recorded it.
 *
 * @param groups those whose members called operations, the one that took most of their time first
 * @param missing processes that left no recording
 */
record Profile(List<Group> groups, List<Integer> missing) {

    /**
     * A call of an operation by a member; times in nanoseconds, since 1970 if they are points.
     *
     * @param isStarted whether it was started: then it lasts from its start to its end, and the member is in it only
     *     while it waits for that
     */
    record Call(
            int rank,
            int process,
            String operation,
            long number,
            boolean isCollective,
            boolean isStarted,
            long start,
            long duration,
            long waited,
            int awaited,
            long awaitedFor,
            int standsFor) {

        long end() {
            return start + duration;
        }

        /** Returns how long the member was in it. */
        long inside() {
            return isStarted ? waited : duration;
        }

        /** Returns since when the member was in it, which of a started one is before its end. */
        long insideFrom() {
            return end() - inside();
        }
    }

    /** What a member's calls of one operation add up to. */
    static final class Totals {
        long calls;
        long failures;
        long messages;
        long bytes;
        long time; // of started ones from their start to their end
        long inside; // how long the member was in them
        long waited;
        long longest;

        void add(Totals other) {
            calls += other.calls;
            failures += other.failures;
            messages += other.messages;
            bytes += other.bytes;
            time += other.time;
            inside += other.inside;
            waited += other.waited;
            longest = Math.max(longest, other.longest);
        }

        static Totals sum(Collection<Totals> all) {
            Totals sum = new Totals();
            all.forEach(sum::add);
            return sum;
        }
    }

    /** Messages from one member to another. */
    static final class Traffic {
        long messages;
        long bytes;
    }

    /** Where a member runs. */
    record Place(int process, String host, long pid) {}

    /** One group; members are told apart by their ranks, from 0 to size - 1. */
    static final class Group {
        final String name;
        final long id;
        final Map<Integer, Place> places = new TreeMap<>();
        final Map<String, Map<Integer, Totals>> totals = new TreeMap<>(); // by operation and rank
        final Map<Integer, Map<Integer, Traffic>> traffic = new TreeMap<>(); // by sender and receiver
        final List<Call> calls; // in the order of their start
        int size;

        Group(String name, long id, List<Call> calls) {
            this.name = name;
            this.id = id;
            this.calls = calls;
        }

        Totals ofOperation(String operation) {
            return Totals.sum(totals.getOrDefault(operation, Map.of()).values());
        }

        Totals ofMember(int rank) {
            return Totals.sum(totals.values().stream()
                    .map(byRank -> byRank.getOrDefault(rank, new Totals()))
                    .toList());
        }

        Totals ofAll() {
            return Totals.sum(totals.keySet().stream().map(this::ofOperation).toList());
        }

        /** Returns the operations, the one that members spent most time in first. */
        List<String> operations() {
            return totals.keySet().stream()
                    .sorted(Comparator.comparingLong((String operation) -> -ofOperation(operation).inside))
                    .toList();
        }

        /** Returns the time of an operation at the member that spent most in it, over the mean of all members. */
        double imbalance(String operation) {
            Map<Integer, Totals> byRank = totals.getOrDefault(operation, Map.of());
            long most =
                    byRank.values().stream().mapToLong(all -> all.inside).max().orElse(0);
            long sum = byRank.values().stream().mapToLong(all -> all.inside).sum();
            return sum == 0 ? 1 : (double) most * size / sum;
        }

        /** Returns whether only some of the calls were recorded one by one. */
        boolean isThinned() {
            return calls.stream().anyMatch(call -> call.standsFor() > 1);
        }

        long start() {
            return calls.stream().mapToLong(Call::start).min().orElse(0);
        }

        long end() {
            return calls.stream().mapToLong(Call::end).max().orElse(0);
        }
    }
}
