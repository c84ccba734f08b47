package tutti.launcher;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** How operations are called: what helps when a program does not compile that calls one with other arguments. */
final class OperationForms {
    private static final String ONE_EACH = ", with an element for each member";
    private static final String TO = "(value, destination)";

    /** The usual form of each operation of a communicator. */
    private static final Map<String, String> FORMS = Map.ofEntries(
            Map.entry("barrier", "()"),
            Map.entry("broadcast", "(value, root)"),
            Map.entry("reduce", "(value, operator, root)"),
            Map.entry("allReduce", "(value, operator)"),
            Map.entry("scan", "(value, operator)"),
            Map.entry("exclusiveScan", "(value, operator)"),
            Map.entry("reduceScatter", "(list, operator)" + ONE_EACH),
            Map.entry("scatter", "(DividableArray.of(array), root)"),
            Map.entry("gather", "(value, root)"),
            Map.entry("allGather", "(value)"),
            Map.entry("allToAll", "(list)" + ONE_EACH),
            Map.entry("sendAsync", TO),
            Map.entry("sendSync", TO),
            Map.entry("receive", "(source), where the source may be ANY_SOURCE"),
            Map.entry("probe", "(source)"),
            Map.entry("tryProbe", "(source)"),
            Map.entry("split", "(colour)"));

    private static final Pattern OTHER_ARGUMENTS =
            Pattern.compile("method (\\w+) in class (tutti\\.group\\.\\w+) cannot"
                    + "|no suitable method found for (\\w+)\\(.*\\R *method (tutti\\.group\\.\\w+)\\.");

    /** An argument that should be a number, after one that is perhaps meant to be it. */
    private static final Pattern NOT_A_NUMBER = Pattern.compile("cannot be converted to int\\R(.*)\\R( *)\\^");

    private static final Pattern SECOND_ARGUMENT =
            Pattern.compile("\\b(broadcast|sendAsync|sendSync)\\(((?:group\\(\\)|\\w+), *)?[\\w.()]+, *$");

    private OperationForms() {}

    /** Returns what helps against errors, each of which is about something else than known mistakes. */
    static List<String> cures(List<Diagnostic<? extends JavaFileObject>> errors) {
        return errors.stream()
                .filter(error -> !isKnown(CompileErrors.message(error)))
                .map(error -> cure(CompileErrors.message(error), error.toString()))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private static boolean isKnown(String message) {
        return CallMistakes.isKnown(message)
                || MemberMistakes.cure(List.of(message)).isPresent();
    }

    /**
     * Returns what helps against an error, if it is an operation with other arguments.
     *
     * @param message what the compiler says
     * @param shown the same with the line of the program, and a mark under the place
     */
    static Optional<String> cure(String message, String shown) {
        Matcher other = OTHER_ARGUMENTS.matcher(message);
        if (other.find()) {
            String name = other.group(1) != null ? other.group(1) : other.group(3);
            String type = other.group(2) != null ? other.group(2) : other.group(4);
            return form(name, type.endsWith("Operations") || type.endsWith("ColMember"));
        }
        Matcher line = NOT_A_NUMBER.matcher(shown);
        if (!line.find()) {
            return Optional.empty();
        }
        String before = line.group(1)
                .substring(0, Math.min(line.group(1).length(), line.group(2).length()));
        Matcher call = SECOND_ARGUMENT.matcher(before);
        return call.find() ? form(call.group(1), call.group(2) != null) : Optional.empty();
    }

    private static Optional<String> form(String name, boolean hasGroup) {
        String form = FORMS.get(name);
        if (form == null) {
            return Optional.empty();
        }
        String arguments = hasGroup ? form.replaceFirst("\\(", "(group, ").replace(", )", ")") : form;
        return Optional.of("call %s as %s%s".formatted(name, name, arguments));
    }
}
