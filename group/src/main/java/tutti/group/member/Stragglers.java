package tutti.group.member;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.ProgramFrames;

/**
 * Members of this process that run on although all their groups have failed, because they compute or wait for something
 * else: each is named once, or a program that has failed looks like one that works.
 *
 * @param <M> a member
 */
final class Stragglers<M> {
    private static final System.Logger LOG = System.getLogger(Stragglers.class.getName());
    private static final int MOST_NAMED = 16;

    private final Function<M, String> nameOf;
    private final Function<M, Optional<MemberFailedException>> failureOf;
    private final Set<M> seen = new HashSet<>(); // guarded by this
    private final Set<M> named = new HashSet<>(); // guarded by this

    /**
     * Watches members.
     *
     * @param failureOf returns a failure of a member's groups, if none of them works any more
     */
    Stragglers(Function<M, String> nameOf, Function<M, Optional<MemberFailedException>> failureOf) {
        this.nameOf = nameOf;
        this.failureOf = failureOf;
    }

    /** Names those whose groups have failed since before the last look. */
    void look(Map<M, Thread> running) {
        List<Map.Entry<M, Thread>> late = late(running);
        if (!late.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a group has failed, but members of it run on: %s; a member gets the failure at its next call, and this process waits for its end; the failure is: %s"
                            .formatted(describe(late), describeFailure(late)));
        }
    }

    private synchronized List<Map.Entry<M, Thread>> late(Map<M, Thread> running) {
        seen.retainAll(running.keySet());
        named.retainAll(running.keySet());
        return running.entrySet().stream()
                .filter(entry -> failureOf.apply(entry.getKey()).isPresent())
                .filter(entry -> !seen.add(entry.getKey()) && named.add(entry.getKey()))
                .toList();
    }

    private String describe(List<Map.Entry<M, Thread>> late) {
        String text = late.stream()
                .limit(MOST_NAMED)
                .map(entry -> "%s thread=%s%s"
                        .formatted(
                                nameOf.apply(entry.getKey()), entry.getValue().getName(), placeOf(entry.getValue())))
                .collect(Collectors.joining("; "));
        return late.size() <= MOST_NAMED ? text : text + "; and %d more".formatted(late.size() - MOST_NAMED);
    }

    private static String placeOf(Thread thread) {
        return ProgramFrames.innermost(List.of(thread.getStackTrace()))
                .map(frame -> " at " + frame)
                .orElse("");
    }

    private String describeFailure(List<Map.Entry<M, Thread>> late) {
        return late.stream()
                .flatMap(entry -> failureOf.apply(entry.getKey()).stream())
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("not known");
    }
}
