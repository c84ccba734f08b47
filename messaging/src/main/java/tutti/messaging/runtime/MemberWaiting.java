package tutti.messaging.runtime;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Notice;
import tutti.serialization.TuttiException;

/**
 * What a member that waits tells others, so that they can find out that none of them will ever continue.
 *
 * @param id tells the wait from others of its process; 0 if the member does not wait, or something other than members
 *     may end the wait
 * @param at the place where it waits
 * @param awaited the places of those that may end the wait, in the same group
 * @param known fingerprint of the waits of the awaited members that the member has heard of, and that it looked after
 *     in vain; 0 if there is none
 * @param sends whether it continues when one of those takes messages, or messages to one of those do
 * @param receives whether receives of the member other than the one that it waits for take messages meanwhile
 * @param groupName name of the group, for people
 * @param doing what it does, for people; empty if it has not been asked
 */
record MemberWaiting(
        int id,
        MemberAddress at,
        List<MemberAddress> awaited,
        long known,
        boolean sends,
        boolean receives,
        String groupName,
        String doing) {
    /** Of a member that may act. */
    static final MemberWaiting NONE =
            new MemberWaiting(0, new MemberAddress(-1, 0, -1), List.of(), 0, false, false, "", "");

    private static final String BETWEEN_LINES = "\n";
    private static final String BETWEEN_PARTS = " ";
    private static final String SENDS = "s";
    private static final String RECEIVES = "r";
    private static final int LINES = 6;

    /** Returns a number that no other wait of the job has. */
    long key() {
        return (long) at.process() << Integer.SIZE | id;
    }

    /** Returns whether it is no member that waits, but what its process does for others. */
    boolean isOfService() {
        return id != 0 && MemberAddress.isService(at.rank());
    }

    MemberWaiting knowing(long fingerprint) {
        return new MemberWaiting(id, at, awaited, fingerprint, sends, receives, groupName, doing);
    }

    MemberWaiting doing(String text) {
        return new MemberWaiting(id, at, awaited, known, sends, receives, groupName, text);
    }

    /** Answers a question after the member at a place. */
    Notice answer(MemberAddress asked, int asker) {
        String text = Stream.of(
                        asked.group() + BETWEEN_PARTS + asked.rank(),
                        at.group() + BETWEEN_PARTS + at.rank(),
                        awaited.stream()
                                .map(each -> each.process() + BETWEEN_PARTS + each.rank())
                                .collect(Collectors.joining(BETWEEN_PARTS)),
                        (sends ? SENDS : "") + (receives ? RECEIVES : ""),
                        groupName.replace(BETWEEN_LINES, BETWEEN_PARTS),
                        doing)
                .collect(Collectors.joining(BETWEEN_LINES));
        return Notice.waitAnswer(asked.process(), asker, id, known, text);
    }

    /** Returns the rank that a question is about. */
    static int rank(Notice question) {
        return number(question.weightBytes());
    }

    /** Returns the place that an answer is about. */
    static MemberAddress asked(Notice answer) {
        return place(answer, lines(answer).getFirst());
    }

    /** Reads an answer. */
    static MemberWaiting of(Notice answer) {
        List<String> lines = lines(answer);
        MemberAddress at = place(answer, lines.get(1));
        List<Long> numbers = numbers(lines.get(2));
        List<MemberAddress> awaited = Stream.iterate(0, i -> i + 1 < numbers.size(), i -> i + 2)
                .map(i -> new MemberAddress(number(numbers.get(i)), at.group(), number(numbers.get(i + 1))))
                .toList();
        int id = number(answer.sequence());
        return id == 0
                ? NONE
                : new MemberWaiting(
                        id,
                        at,
                        awaited,
                        answer.weightBytes(),
                        lines.get(3).contains(SENDS),
                        lines.get(3).contains(RECEIVES),
                        lines.get(4),
                        lines.get(5));
    }

    private static MemberAddress place(Notice answer, String line) {
        List<Long> numbers = numbers(line);
        if (numbers.size() != 2) {
            throw malformed(line, null);
        }
        return new MemberAddress(answer.source(), numbers.getFirst(), number(numbers.getLast()));
    }

    private static int number(long number) {
        if (number != (int) number) {
            throw malformed(Long.toString(number), null);
        }
        return (int) number;
    }

    private static TuttiException malformed(String line, @Nullable Throwable cause) {
        return new TuttiException("malformed frame: numbers=[%s]".formatted(line), cause);
    }

    private static List<String> lines(Notice answer) {
        List<String> lines = List.of(answer.text().split(BETWEEN_LINES, LINES));
        if (lines.size() < LINES) {
            throw new TuttiException("malformed frame: lines=%d of %d".formatted(lines.size(), LINES));
        }
        return lines;
    }

    private static List<Long> numbers(String line) {
        try {
            return Stream.of(line.split(BETWEEN_PARTS))
                    .filter(each -> !each.isEmpty())
                    .map(Long::valueOf)
                    .toList();
        } catch (NumberFormatException e) {
            throw malformed(line, e);
        }
    }
}
