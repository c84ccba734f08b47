package tutti.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/** What helps when a program does not compile that takes a member for a communicator, or the other way round. */
final class MemberMistakes {
    private static final String COMMUNICATOR = "communicator(group())";

    /** Names in lower case by which programs ask for the communicator of all members. */
    private static final Set<String> OF_ALL =
            Set.of("world", "getworld", "comm", "getcomm", "commworld", "getcommunicator");

    private static final String GROUP = "tutti\\.group\\.ColGroup\\b";

    /** A member's operation without a group. */
    private static final Pattern NO_GROUP =
            Pattern.compile("method (\\w+) in class tutti\\.group\\.\\w+ cannot be applied.*\\R *required: +" + GROUP
                    + ".*\\R *found: ++(?!" + GROUP + ")");

    private static final List<Mistake> OTHERS = List.of(
            new Mistake(
                    Pattern.compile(
                            "run\\(\\) in .* cannot override run\\(\\) in tutti\\.group\\.ColMember\\R.*does not"
                                    + " throw"),
                    "run of a member declares no exception: catch it there, or let 'master.run(world -> ...)' start the"
                            + " members, whose task may throw any"),
            new Mistake(
                    Pattern.compile("method \\w+ in (?:interface|class) tutti\\.group\\.\\w+ cannot be applied.*\\R"
                            + " *required: ++(?!" + GROUP + ").*\\R *found: ++" + GROUP
                            + "|no suitable method found for \\w+\\(" + GROUP
                            + ".*\\R *method tutti\\.group\\.\\w*Communicat"),
                    "a communicator is of one group: leave the group out of its operations"),
            new Mistake(
                    Pattern.compile("symbol: +variable (?:world|comm)\\R"),
                    "in a ColMember: Communicator world = " + COMMUNICATOR + ";"),
            new Mistake(
                    Pattern.compile("\\w\\[] cannot be converted to tutti\\.serialization\\.DirectBuffer"),
                    "an array travels as a buffer by DirectBuffer.of(array)"),
            new Mistake(
                    Pattern.compile("symbol: +variable (?:ANY_SOURCE|ANY_TAG|NO_MEMBER)\\R"),
                    "add to the file: import static tutti.group.Communicator.*;"));

    /** What the compiler says, and what helps. */
    private record Mistake(Pattern error, String cure) {
        boolean isIn(List<String> messages) {
            return messages.stream().anyMatch(message -> error.matcher(message).find());
        }
    }

    private MemberMistakes() {}

    /** Returns what helps against errors that a compiler has told. */
    static List<String> cures(List<String> messages) {
        List<String> cures = new ArrayList<>();
        messages.stream()
                .map(NO_GROUP::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst()
                .ifPresent(name -> cures.add(withGroup(name)));
        OTHERS.stream()
                .filter(mistake -> mistake.isIn(messages))
                .map(Mistake::cure)
                .forEach(cures::add);
        return cures;
    }

    private static String withGroup(String name) {
        return name.equals("communicator")
                ? "a communicator is that of a group: " + COMMUNICATOR
                : "in a ColMember the group comes first: %s(group(), ...); or use a communicator: %s.%s(...)"
                        .formatted(name, COMMUNICATOR, name);
    }

    /**
     * Returns what a member may mean by a method that it does not have.
     *
     * @param name in lower case
     * @param operations of a communicator with about that name
     */
    static List<String> meant(String name, List<String> operations) {
        return OF_ALL.contains(name)
                ? List.of(COMMUNICATOR)
                : operations.stream().map(MemberMistakes::called).toList();
    }

    /** Returns how a subclass of {@link ColMember} calls an operation of a communicator. */
    private static String called(String operation) {
        if (has(ColMember.class, operation)) {
            return operation;
        }
        return has(ColGroup.class, operation) ? "group()." + operation + "()" : COMMUNICATOR + "." + operation;
    }

    private static boolean has(Class<?> type, String name) {
        return CompileErrors.methodsOf(type).contains(name);
    }
}
