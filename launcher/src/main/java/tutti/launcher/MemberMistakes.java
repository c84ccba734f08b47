package tutti.launcher;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/** What helps when a program does not compile that takes a member for a communicator, or the other way round. */
final class MemberMistakes {
    static final String COMMUNICATOR = "communicator(group())";

    /** Names in lower case by which programs ask for the communicator of all members. */
    private static final Set<String> OF_ALL =
            Set.of("world", "getworld", "comm", "getcomm", "commworld", "getcommunicator");

    private static final String GROUP = "tutti\\.group\\.ColGroup\\b";

    /** A member's operation without a group. */
    private static final Pattern NO_GROUP =
            Pattern.compile("method (\\w+) in class tutti\\.group\\.\\w+ cannot be applied.*\\R *required: +" + GROUP
                    + ".*\\R *found: ++(?!" + GROUP + ")(.*)");

    private MemberMistakes() {}

    /** Returns what helps if one of the errors that a compiler has told is an operation without its group. */
    static Optional<String> cure(List<String> messages) {
        return messages.stream()
                .map(NO_GROUP::matcher)
                .filter(Matcher::find)
                .map(found -> withGroup(found.group(1), !found.group(2).startsWith("no arguments")))
                .findFirst();
    }

    private static String withGroup(String name, boolean hasArguments) {
        return name.equals("communicator")
                ? "a communicator is that of a group: " + COMMUNICATOR
                : "in a ColMember the group comes first: %s(group()%s); or use a communicator: %s.%s(%s)"
                        .formatted(name, hasArguments ? ", ..." : "", COMMUNICATOR, name, hasArguments ? "..." : "");
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

    /**
     * Returns what may be meant by a method that a group does not have.
     *
     * @param operations of a communicator with about that name
     */
    static List<String> ofGroup(List<String> operations) {
        return operations.stream()
                .map(operation -> has(ColMember.class, operation)
                        ? operation + "(group()) or " + COMMUNICATOR + "." + operation
                        : COMMUNICATOR + "." + operation)
                .toList();
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
