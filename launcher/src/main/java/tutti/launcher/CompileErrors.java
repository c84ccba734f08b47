package tutti.launcher;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.launch.Suggestion;

/** What the compiler says of a program, and what helps: imports, names of Tutti, a result for a run. */
final class CompileErrors {
    private static final int MOST_SHOWN = 10;

    /** What the compiler says of a class whose import is missing. */
    private static final Pattern UNKNOWN_CLASS = Pattern.compile("symbol: +(?:class|variable) (\\w+)");

    private static final Pattern UNKNOWN_METHOD =
            Pattern.compile("symbol: +method (\\w+)\\(.*\\R *location: (?:.* (tutti\\.[\\w.]+)|class)?");
    private static final Pattern NO_RESULT =
            Pattern.compile("tutti\\.group\\.MemberTask.*missing return value", Pattern.DOTALL);

    /** Packages whose classes programs import. */
    private static final List<String> PACKAGES =
            List.of("tutti.group", "tutti.collectives", "tutti.serialization", "tutti.messaging", "tutti.group.file");

    /** The operations of MPI that have a name of their own here, by MPI's name in lower case; see docs/porting.md. */
    static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("send", List.of("sendAsync", "sendSync")),
            Map.entry("bsend", List.of("sendAsync")),
            Map.entry("rsend", List.of("sendAsync")),
            Map.entry("ssend", List.of("sendSync")),
            Map.entry("recv", List.of("receive")),
            Map.entry("sendrecv", List.of("sendReceive")),
            Map.entry("bcast", List.of("broadcast")),
            Map.entry("exscan", List.of("exclusiveScan")),
            Map.entry("reducescatterblock", List.of("reduceScatter")),
            Map.entry("iprobe", List.of("tryProbe")),
            Map.entry("mprobe", List.of("matchedProbe")),
            Map.entry("improbe", List.of("tryMatchedProbe")),
            Map.entry("dup", List.of("duplicate")),
            Map.entry("splittype", List.of("splitByHost", "splitByProcess")));

    private static final String NON_BLOCKING = "nonBlocking().";
    private static final Pattern PREFIXES = Pattern.compile("^(mpi)?(comm)?(get)?");

    private CompileErrors() {}

    /**
     * Makes the exception that shows what the compiler says.
     *
     * @param tutti class path of Tutti; null if the errors are not about names
     */
    static UsageException of(Path file, List<Diagnostic<? extends JavaFileObject>> errors, @Nullable ClassPath tutti)
            throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("the program does not compile: file=%s errors=%d".formatted(file, errors.size()));
        errors.stream().limit(MOST_SHOWN).map(Object::toString).forEach(lines::add);
        if (errors.size() > MOST_SHOWN) {
            lines.add("and %d more errors".formatted(errors.size() - MOST_SHOWN));
        }
        if (tutti != null) {
            lines.addAll(cures(errors.stream().map(CompileErrors::message).toList(), tutti));
        }
        return UsageException.ofProgram(String.join(System.lineSeparator(), lines));
    }

    /** Returns what the compiler says of one error. */
    static String message(Diagnostic<? extends JavaFileObject> error) {
        return error.getMessage(Locale.ENGLISH);
    }

    private static List<String> cures(List<String> messages, ClassPath tutti) throws IOException {
        List<String> cures = new ArrayList<>();
        SortedSet<String> imports = new TreeSet<>();
        for (String message : messages) {
            imports.addAll(imports(message, tutti));
        }
        if (!imports.isEmpty()) {
            cures.add("add to the file: " + String.join(" ", imports));
        }
        List<String> names = messages.stream()
                .flatMap(message -> name(message).stream())
                .distinct()
                .toList();
        if (!names.isEmpty()) {
            cures.add("in Tutti it is: " + String.join("; ", names));
        }
        if (messages.stream().anyMatch(message -> NO_RESULT.matcher(message).find())) {
            cures.add("the task of run returns a value: end it with 'return null;' if it has none");
        }
        return cures;
    }

    /** Returns the imports that an error is about. */
    private static List<String> imports(String message, ClassPath tutti) throws IOException {
        Matcher unknown = UNKNOWN_CLASS.matcher(message);
        if (!unknown.find()) {
            return List.of();
        }
        List<String> missing = new ArrayList<>();
        if (unknown.group(1).startsWith("MPI")) {
            missing.add("import mpi.*;");
        }
        for (String each : PACKAGES) {
            if (tutti.has(each + "." + unknown.group(1))) {
                missing.add("import %s.%s;".formatted(each, unknown.group(1)));
            }
        }
        return missing;
    }

    /** Returns the name of an unknown method, and what may be meant by it. */
    private static Optional<String> name(String message) {
        Matcher unknown = UNKNOWN_METHOD.matcher(message);
        if (!unknown.find()) {
            return Optional.empty();
        }
        String type = unknown.group(2);
        List<String> meant = meant(unknown.group(1), type);
        return meant.isEmpty()
                ? Optional.empty()
                : Optional.of("%s instead of %s".formatted(String.join(" or ", meant), unknown.group(1)));
    }

    /**
     * Returns what may be meant by the name of a method that is not there.
     *
     * @param type which does not have it, if it is one of Tutti's; null if it is the program's, perhaps a member
     */
    static List<String> meant(String name, @Nullable String type) {
        boolean isOfMember = type == null || type.equals(Communicator.class.getName());
        List<String> operation = isOfMember ? operation(name) : List.of();
        return operation.isEmpty() && type != null ? Suggestion.nearest(name, methodsOf(type)) : operation;
    }

    private static List<String> operation(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replace("_", "");
        String bare = PREFIXES.matcher(plain).replaceFirst("");
        return Stream.of(plain, bare)
                .flatMap(each -> Stream.of(
                        known(each, ""),
                        known(withoutEnd(each, 'v'), ""),
                        known(withoutBegin(each, 'i'), NON_BLOCKING),
                        known(withoutEnd(withoutBegin(each, 'i'), 'v'), NON_BLOCKING)))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static String withoutEnd(String name, char end) {
        return name.endsWith(String.valueOf(end)) ? name.substring(0, name.length() - 1) : name;
    }

    private static String withoutBegin(String name, char begin) {
        return name.startsWith(String.valueOf(begin)) ? name.substring(1) : name;
    }

    private static List<String> known(String plain, String before) {
        List<String> own = NAMES.getOrDefault(
                plain,
                methodsOf(Communicator.class.getName()).stream()
                        .filter(plain::equalsIgnoreCase)
                        .toList());
        return own.stream().map(before::concat).toList();
    }

    private static List<String> methodsOf(String type) {
        try {
            Class<?> found = Class.forName(type, false, ColMember.class.getClassLoader());
            return Arrays.stream(found.getMethods())
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .map(Method::getName)
                    .distinct()
                    .sorted()
                    .toList();
        } catch (ClassNotFoundException e) {
            return List.of(); // a class inside another, whose name is another here
        }
    }
}
