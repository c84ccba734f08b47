package tutti.launcher;

import java.util.List;
import java.util.regex.Pattern;

/** What helps against usual mistakes in calls of Tutti, by what the compiler says of them. */
final class CallMistakes {
    private static final String GROUP = "tutti\\.group\\.ColGroup\\b";
    private static final String OF_GROUP = "(?:" + GROUP + ",)?";

    /** What the compiler says of a method of Tutti that has other parameters. */
    private static final String CANNOT_BE_APPLIED =
            " in (?:class|interface) tutti\\.group\\.\\w+ cannot be applied.*\\R *required: +";

    private static final List<Mistake> KNOWN = List.of(
            new Mistake(
                    "run\\(\\) in .* cannot override run\\(\\) in tutti\\.group\\.ColMember\\R.*does not throw",
                    "run of a member declares no exception: catch it there, or let 'master.run(world -> ...)' start the"
                            + " members, whose task may throw any"),
            new Mistake(
                    "method \\w+" + CANNOT_BE_APPLIED + "(?!" + GROUP + ").*\\R *found: ++" + GROUP
                            + "|no suitable method found for \\w+\\(" + GROUP
                            + ".*\\R *method tutti\\.group\\.\\w*Communicat",
                    "a communicator is of one group: leave the group out of its operations"),
            new Mistake(
                    "symbol: +variable (?:world|comm)\\R",
                    "in a ColMember: Communicator world = " + MemberMistakes.COMMUNICATOR + ";"),
            new Mistake(
                    "\\w\\[] cannot be converted to tutti\\.serialization\\.DirectBuffer",
                    "an array travels as a buffer by DirectBuffer.of(array)"),
            new Mistake(
                    "tutti\\.collectives\\.ReductionObject<T>(?s:.*)upper bounds: java\\.lang\\.(\\w+),java\\.lang"
                            + "\\.Object\\R *lower bounds: java\\.lang\\.\\1,java\\.lang\\.\\w+\\s*$",
                    "what is reduced and its operator must be of one type, as in allReduce(1L, Long::sum)"),
            new Mistake(
                    "(?:cannot be converted|conforms) to tutti\\.collectives\\.DividableDataObject",
                    "what is scattered says how it is divided: DividableArray.of(array) or DividableList.of(list)"),
            new Mistake(
                    "method send\\w+" + CANNOT_BE_APPLIED + OF_GROUP + "java\\.lang\\.Object,int\\R *found: +"
                            + OF_GROUP + "[^,]+,int,int\\s"
                            + "|no suitable method found for receive\\w*\\(" + OF_GROUP + "int,int\\)",
                    "a tag belongs to a view of the communicator: communicator.withTag(tag).sendAsync(object,"
                            + " destination)"),
            new Mistake(
                    "method reduce" + CANNOT_BE_APPLIED + ".*\\R *found: +" + OF_GROUP
                            + "[^,]+,int,tutti\\.collectives\\.ReductionObject",
                    "the root comes last: reduce(value, operator, root)"),
            new Mistake(
                    "referenced from a lambda expression must be final or effectively final",
                    "members share no variables: return a value from the task; run returns those of all members, in"
                            + " rank order"),
            new Mistake(
                    "reference to (?:print|println) is ambiguous",
                    "print cannot know the type of what an operation returns: put it into a variable first, as in"
                            + " String text = receive(...)"),
            new Mistake(
                    "method start" + CANNOT_BE_APPLIED + "(?s:.*)upper bounds: tutti\\.group\\.ColMember\\b",
                    "members are of a class that extends ColMember"),
            new Mistake(
                    "method start" + CANNOT_BE_APPLIED + ".*\\R *found: +java\\.lang\\.String,(?!int\\b)[^:]+\\R"
                            + "|invalid constructor reference\\R(?s:.*)found: +no arguments",
                    "start calls a factory for each member: start(\"name\", Program::new), or"
                            + " start(\"name\", () -> new Program(argument))"),
            new Mistake(
                    "method start" + CANNOT_BE_APPLIED + ".*\\R *found: +java\\.lang\\.String,int,",
                    "start makes as many members as the job has: 'tutti run -n 4' says how many"),
            new Mistake(
                    "symbol: +method startVirtual\\(.*\\R *location: .*tutti\\.group\\.ColGroupMaster\\b",
                    "each member starts in a virtual thread by itself: member.startVirtual(group), after"
                            + " master.addMembers(name, members) and master.getGroup(name, size)"),
            new Mistake(
                    "no suitable method found for run\\(java\\.lang\\.String,",
                    "run takes no name: run(world -> ...), or run(4, world -> ...) for 4 members"),
            new Mistake(
                    "symbol: +method (?:of|create|open|init|get|getInstance)\\(.*\\R *location: class"
                            + " tutti\\.group\\.ColGroupMaster\\b",
                    "a program joins its job with 'new ColGroupMaster(args)'"),
            new Mistake(
                    "symbol: +variable (?:ANY_SOURCE|ANY_TAG|NO_MEMBER)\\R",
                    "add to the file: import static tutti.group.Communicator.*;"));

    /** What the compiler says, and what helps. */
    private record Mistake(Pattern error, String cure) {
        Mistake(String error, String cure) {
            this(Pattern.compile(error), cure);
        }

        boolean isIn(List<String> messages) {
            return messages.stream().anyMatch(message -> error.matcher(message).find());
        }
    }

    private CallMistakes() {}

    /** Returns whether there is something that helps against an error that a compiler has told. */
    static boolean isKnown(String message) {
        return !cures(List.of(message)).isEmpty();
    }

    /** Returns what helps against errors that a compiler has told. */
    static List<String> cures(List<String> messages) {
        return KNOWN.stream()
                .filter(mistake -> mistake.isIn(messages))
                .map(Mistake::cure)
                .toList();
    }
}
