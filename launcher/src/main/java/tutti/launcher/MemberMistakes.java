package tutti.launcher;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            Pattern.compile("method (\\w+) in class tutti\\.group\\.\\w+ cannot be applied" + ".*\\R *required: +"
                    + GROUP + ".*\\R *found: ++(?!" + GROUP + ")");

    /** What else the compiler says, and what helps. */
    private static final Map<Pattern, String> CURES = new LinkedHashMap<>();

    static {
        CURES.put(
                Pattern.compile(
                        "run\\(\\) in .* cannot override run\\(\\) in tutti\\.group\\.ColMember\\R.*does not throw"),
                "run of a member declares no exception: catch it there, or let 'master.run(world -> ...)' start the"
                        + " members, whose task may throw any");
        CURES.put(
                Pattern.compile("method \\w+ in (?:interface|class) tutti\\.group\\.\\w+ cannot be applied.*\\R"
                        + " *required: ++(?!" + GROUP + ").*\\R *found: ++" + GROUP
                        + "|no suitable method found for \\w+\\(" + GROUP
                        + ".*\\R *method tutti\\.group\\.\\w*Communicat"),
                "a communicator is of one group: leave the group out of its operations");
        CURES.put(
                Pattern.compile("symbol: +variable (?:world|comm)\\R"),
                "in a ColMember: Communicator world = " + COMMUNICATOR + ";");
        CURES.put(
                Pattern.compile("\\w\\[] cannot be converted to tutti\\.serialization\\.DirectBuffer"),
                "an array travels as a buffer by DirectBuffer.of(array)");
        CURES.put(
                Pattern.compile("symbol: +variable (?:ANY_SOURCE|ANY_TAG|NO_MEMBER)\\R"),
                "add to the file: import static tutti.group.Communicator.*;");
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
        CURES.forEach((error, cure) -> {
            if (messages.stream().anyMatch(message -> error.matcher(message).find())) {
                cures.add(cure);
            }
        });
        return cures;
    }

    private static String withGroup(String name) {
        return name.equals("communicator")
                ? "a communicator is that of a group: " + COMMUNICATOR
                : "in a ColMember the group comes first: %s(group(), ...); or use a communicator: %s.%s(...)"
                        .formatted(name, COMMUNICATOR, name);
    }

    /** Returns whether a method that the program does not have is to give the communicator of all members. */
    static boolean isCommunicatorOfAll(String lowerCaseName) {
        return OF_ALL.contains(lowerCaseName);
    }

    static String communicatorOfAll() {
        return COMMUNICATOR;
    }

    /** Returns how a subclass of {@link ColMember} calls an operation of a communicator. */
    static String called(String operation) {
        if (has(ColMember.class, operation)) {
            return operation;
        }
        return has(ColGroup.class, operation) ? "group()." + operation + "()" : COMMUNICATOR + "." + operation;
    }

    private static boolean has(Class<?> type, String name) {
        return Arrays.stream(type.getMethods()).map(Method::getName).anyMatch(name::equals);
    }
}
