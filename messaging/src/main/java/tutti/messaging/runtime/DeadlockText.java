package tutti.messaging.runtime;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import tutti.messaging.signature.Ranks;

/** Tells people which members wait only for each other, and in what. */
final class DeadlockText {
    private static final int MOST_DESCRIBED = 16;

    private DeadlockText() {}

    /**
     * Returns the text of an exception.
     *
     * @param stuck all these members, not empty
     * @param places says where a process runs
     */
    static String of(List<MemberWaiting> stuck, IntFunction<String> places) {
        List<MemberWaiting> sorted = stuck.stream()
                .sorted(Comparator.<MemberWaiting>comparingLong(
                                each -> each.at().group())
                        .thenComparingInt(each -> each.at().rank()))
                .toList();
        boolean isOneGroup =
                sorted.stream().map(each -> each.at().group()).distinct().count() == 1;
        String lines = sorted.stream()
                .limit(MOST_DESCRIBED)
                .map(each -> "%n    %srank=%d %s %s"
                        .formatted(
                                isOneGroup ? "" : "group=%s ".formatted(each.groupName()),
                                each.at().rank(),
                                places.apply(each.at().process()),
                                each.doing()))
                .collect(Collectors.joining());
        String more =
                sorted.size() <= MOST_DESCRIBED ? "" : "%n    and %d more".formatted(sorted.size() - MOST_DESCRIBED);
        return "deadlock: %s: %s:%s%s"
                .formatted(
                        isOneGroup ? ranks(sorted) : groups(sorted),
                        stuck.size() == 1 ? ofOne(stuck.getFirst()) : ofSeveral(stuck),
                        lines,
                        more);
    }

    private static String ofOne(MemberWaiting stuck) {
        return "it waits for itself, so it cannot continue; let it send to itself "
                + (stuck.sends() ? "by nonBlocking().sendAsync, which does not wait" : "before it receives");
    }

    private static String ofSeveral(List<MemberWaiting> stuck) {
        return "each waits for another of them, so none can continue; " + cure(stuck);
    }

    private static String cure(List<MemberWaiting> stuck) {
        if (isIn(MemberCondition.WINDOW_LOCK, stuck)) {
            return "unlock before a wait for other members, and take several locks in one order";
        }
        if (isIn(MemberCondition.WINDOW_POST, stuck) || isIn(MemberCondition.WINDOW_COMPLETE, stuck)) {
            return "let each start name a member that posts for it, with a complete for each start and an await for"
                    + " each post";
        }
        String messages = stuck.stream().anyMatch(MemberWaiting::sends)
                ? "let one of two receive first, or send by nonBlocking().sendAsync or sendReceive, which do not wait"
                        + " until the other receives"
                : "let each awaited message be sent, with its tag, before its sender waits";
        return messages + ", and all members call the same collective operations";
    }

    private static boolean isIn(String what, List<MemberWaiting> stuck) {
        return stuck.stream().anyMatch(each -> each.doing().contains(what));
    }

    private static String ranks(List<MemberWaiting> stuck) {
        BitSet ranks = new BitSet();
        stuck.forEach(each -> ranks.set(each.at().rank()));
        return "group=%s ranks=%s".formatted(stuck.getFirst().groupName(), Ranks.text(ranks));
    }

    private static String groups(List<MemberWaiting> stuck) {
        return "members=%d groups=%s"
                .formatted(
                        stuck.size(),
                        stuck.stream().map(MemberWaiting::groupName).distinct().toList());
    }
}
