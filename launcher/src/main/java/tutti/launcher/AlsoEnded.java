package tutti.launcher;

import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.ReturnedMembers;
import tutti.group.launch.ShortTrace;
import tutti.messaging.MemberFailedException;
import tutti.messaging.signature.Ranks;

/**
 * The line by which a JVM says that it ended because another one failed, which shows its own trace. The launcher shows
 * such lines last, and those of all JVMs that say the same as one.
 *
 * <p>When the JVM ends, a second line says which of its members had returned, and so did not end because of that.
 */
final class AlsoEnded {
    private static final String BEGINNING = "tutti: also ended: ";
    private static final String ENDED = "tutti: ended: ";
    private static final String RETURNED = "tutti: returned: ";
    private static final String DEADLOCK = "deadlock: ";
    private static final int RANKS_OF_A_LINE = 50;
    private static final int MOST_CHARS = 1_000;
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern WITH_RANK = Pattern.compile("; here rank=\\d+ in "); // else no two say the same
    private static final Pattern PROCESS = Pattern.compile(" process=(\\d+) ");

    private AlsoEnded() {}

    /** Tells whether the launcher reads these lines. */
    static boolean isWanted() {
        return ReturnedMembers.areWanted();
    }

    /** Returns the line for a thread that ends, or null if its trace must be shown. */
    static @Nullable String line(Throwable failure) {
        List<Throwable> chain = ShortTrace.chainHere(failure);
        StackTraceElement place = null;
        for (Throwable each : chain) {
            place = ShortTrace.placeOf(each).orElse(place);
        }
        return isWanted()
                        && chain.getLast() instanceof MemberFailedException lost
                        && isShownBy(lost, Integer.parseInt(System.getenv().getOrDefault(JobPlan.RANK, "0")))
                ? BEGINNING
                        + WITH_RANK.matcher(textOf(lost)).replaceFirst("; here in ")
                        + (place == null ? "" : ", called at " + place)
                : null;
    }

    /** All processes have the same text of a deadlock: the first that it names shows it. */
    private static boolean isShownBy(MemberFailedException lost, int process) {
        String text = String.valueOf(lost.getMessage());
        Matcher first = PROCESS.matcher(text);
        return text.startsWith(DEADLOCK)
                ? first.find() && Integer.parseInt(first.group(1)) != process
                : lost.process() >= 0 && lost.process() != process;
    }

    private static String textOf(MemberFailedException lost) {
        String text = ShortTrace.headOf(lost);
        String first = text.lines().findFirst().orElse("").replaceFirst(":$", "");
        int name = first.indexOf(MemberFailedException.class.getSimpleName()); // -1 in a subclass of the program
        return ShortTrace.shortened(first.substring(Math.max(0, name)), MOST_CHARS)
                + (lost.operation().isEmpty() || first.endsWith(lost.operation())
                        ? ""
                        : "; here in " + lost.operation());
    }

    /** Has this JVM say at its end which members have returned: only then all have that will. */
    static void sayAtEndWhoReturned() {
        int members = Integer.parseInt(System.getenv().getOrDefault(JobPlan.MEMBERS, "0"));
        Thread hook = new Thread(
                () -> {
                    linesOfReturned(ReturnedMembers.ranks(members)).forEach(System.err::println);
                    System.err.flush();
                },
                "tutti-returned");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException isEnding) {
            // the launcher takes it that none has returned
        }
    }

    /** Returns lines for members that have returned, none too long for those who read them. */
    static List<String> linesOfReturned(BitSet ranks) {
        return ranks.stream()
                .mapToObj(Integer::toString)
                .gather(Gatherers.windowFixed(RANKS_OF_A_LINE))
                .map(some -> RETURNED + String.join(" ", some))
                .toList();
    }

    /** Returns the ranks in a line of members that have returned, or null if it is another line. */
    static @Nullable BitSet returned(String line) {
        if (!line.startsWith(RETURNED)) {
            return null;
        }
        BitSet ranks = new BitSet();
        DIGITS.matcher(line).results().forEach(rank -> ranks.set(Integer.parseInt(rank.group())));
        return ranks;
    }

    /** Returns what such a line says, or null if it is another line. */
    static @Nullable String said(String line) {
        return line.startsWith(BEGINNING) ? line.substring(BEGINNING.length()) : null;
    }

    /**
     * Returns the line for all processes that say the same.
     *
     * @param isFirst whether no other process has said why it failed
     * @param ranks of members that had not returned, as the job numbers them
     * @param processes whose members had all returned
     */
    static String together(boolean isFirst, BitSet ranks, BitSet processes, String said) {
        String who = Stream.of(named("ranks", ranks), named("processes", processes))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
        return (isFirst ? ENDED : BEGINNING) + who + ": " + said;
    }

    private static String named(String what, BitSet numbers) {
        return numbers.isEmpty() ? "" : what + "=" + Ranks.text(numbers);
    }
}
