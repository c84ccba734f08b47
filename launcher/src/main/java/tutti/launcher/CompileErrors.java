package tutti.launcher;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.launch.MpiApi;
import tutti.group.launch.Suggestion;

/** What the compiler says of a program, and what helps: imports, names of Tutti, a result for a run. */
final class CompileErrors {
    private static final int MOST_SHOWN = 10;

    /** What the compiler says of a class whose import is missing. */
    private static final Pattern UNKNOWN_CLASS = Pattern.compile("symbol: +(?:class|variable) (\\w+)");

    private static final Pattern UNKNOWN_METHOD =
            Pattern.compile("symbol: +method (\\w+)\\(.*\\R *location: (?:.* (tutti\\.[\\w.]+)|class)?");
    private static final Pattern UNKNOWN_IMPORT =
            Pattern.compile("symbol: +class (\\w+)\\R *location: package (tutti[\\w.]*)");
    private static final Pattern PRIVATE = Pattern.compile("(\\w+) has private access in (tutti\\.[\\w.]+)");
    private static final Pattern NO_RESULT = Pattern.compile(
            "tutti\\.group\\.MemberTask.*(missing return value|void cannot be converted to R)|variable R .*\\R.*\\R"
                    + " *lower bounds: void",
            Pattern.DOTALL);

    /** Packages whose classes programs import. */
    private static final List<String> PACKAGES =
            List.of("tutti.group", "tutti.collectives", "tutti.serialization", "tutti.messaging", "tutti.group.file");

    /** Methods that have a name of their own here, by MPI's or another usual one in lower case; see docs/porting.md. */
    static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("send", List.of("sendAsync", "sendSync")),
            Map.entry("bsend", List.of("sendAsync")),
            Map.entry("rsend", List.of("sendAsync")),
            Map.entry("ssend", List.of("sendSync")),
            Map.entry("recv", List.of("receive")),
            Map.entry("sendrecv", List.of("sendReceive")),
            Map.entry("bcast", List.of("broadcast")),
            Map.entry("reduceall", List.of("allReduce")),
            Map.entry("gatherall", List.of("allGather")),
            Map.entry("exscan", List.of("exclusiveScan")),
            Map.entry("reducescatterblock", List.of("reduceScatter")),
            Map.entry("iprobe", List.of("tryProbe")),
            Map.entry("mprobe", List.of("matchedProbe")),
            Map.entry("improbe", List.of("tryMatchedProbe")),
            Map.entry("dup", List.of("duplicate")),
            Map.entry("splittype", List.of("splitByHost", "splitByProcess")),
            Map.entry("free", List.of("leave")),
            Map.entry("abort", List.of("fail")),
            Map.entry("wincreate", List.of("createWindow")),
            Map.entry("windowcreate", List.of("createWindow")),
            Map.entry("winallocate", List.of("allocateWindow")),
            Map.entry("waitfor", List.of("await")),
            Map.entry("test", List.of("isDone")),
            Map.entry("add", List.of("sum")),
            Map.entry("prod", List.of("product")));

    private static final String NON_BLOCKING = "nonBlocking().";
    private static final Pattern PREFIXES = Pattern.compile("^(mpi)?(comm)?(get)?");

    private CompileErrors() {}

    /**
     * Makes the exception that shows what the compiler says.
     *
     * @param tutti class path of Tutti; null if the errors are not about names
     * @param isForMpi whether the program may be one for MPI
     * @param api with which it was compiled, or null
     */
    static UsageException of(
            Path file,
            List<Diagnostic<? extends JavaFileObject>> errors,
            @Nullable ClassPath tutti,
            boolean isForMpi,
            @Nullable MpiApi api)
            throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("the program does not compile: file=%s errors=%d".formatted(file, errors.size()));
        errors.stream().limit(MOST_SHOWN).map(Object::toString).forEach(lines::add);
        if (errors.size() > MOST_SHOWN) {
            lines.add("and %d more errors".formatted(errors.size() - MOST_SHOWN));
        }
        List<String> messages = errors.stream().map(CompileErrors::message).toList();
        if (tutti != null) {
            lines.addAll(cures(messages, tutti, isForMpi));
            lines.addAll(OperationForms.cures(errors));
        }
        if (api != null) {
            MpiNames.cure(messages, api).ifPresent(lines::add);
        }
        return UsageException.ofProgram(String.join(System.lineSeparator(), lines));
    }

    /** Returns what the compiler says of one error. */
    static String message(Diagnostic<? extends JavaFileObject> error) {
        return error.getMessage(Locale.ENGLISH);
    }

    private static List<String> cures(List<String> messages, ClassPath tutti, boolean isForMpi) throws IOException {
        List<String> cures = new ArrayList<>();
        SortedSet<String> imports = new TreeSet<>();
        for (String message : messages) {
            imports.addAll(imports(message, tutti, isForMpi));
        }
        if (!imports.isEmpty()) {
            cures.add("add to the file: " + String.join(" ", imports));
        }
        Set<String> names = new LinkedHashSet<>();
        for (String message : messages) {
            if (!MpiNames.areMeantIn(message)) {
                name(message).ifPresent(names::add);
            }
            importedClass(message, tutti).ifPresent(names::add);
        }
        if (!names.isEmpty()) {
            cures.add("in Tutti it is: " + String.join("; ", names));
        }
        MemberMistakes.cure(messages).ifPresent(cures::add);
        cures.addAll(CallMistakes.cures(messages));
        if (messages.stream().anyMatch(message -> NO_RESULT.matcher(message).find())) {
            cures.add("the task of run returns a value: end it with 'return null;' if it has none");
        }
        return cures;
    }

    /** Returns the imports that an error is about. */
    private static List<String> imports(String message, ClassPath tutti, boolean isForMpi) throws IOException {
        Matcher unknown = UNKNOWN_CLASS.matcher(message);
        if (!unknown.find()) {
            return List.of();
        }
        List<String> missing = new ArrayList<>();
        if (isForMpi && unknown.group(1).startsWith("MPI")) {
            missing.add("import mpi.*;");
        }
        for (String each : PACKAGES) {
            if (tutti.has(each + "." + unknown.group(1))) {
                missing.add("import %s.%s;".formatted(each, unknown.group(1)));
            }
        }
        return missing;
    }

    /** Returns the name of a class that one of Tutti's packages does not have, and what may be meant by it. */
    private static Optional<String> importedClass(String message, ClassPath tutti) throws IOException {
        Matcher unknown = UNKNOWN_IMPORT.matcher(message);
        if (!unknown.find()) {
            return Optional.empty();
        }
        List<String> near = tutti.classesLike(unknown.group(1)).stream()
                .filter(name -> PACKAGES.contains(packageOf(name)))
                .toList();
        return Suggestion.instead(near, unknown.group(1));
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    /** Returns the name of an unknown method, and what may be meant by it. */
    private static Optional<String> name(String message) {
        Matcher hidden = PRIVATE.matcher(message);
        if (hidden.find()) {
            List<String> calls = meant(hidden.group(1), hidden.group(2)).stream()
                    .map(method -> "%s.%s()".formatted(simpleName(hidden.group(2)), method))
                    .toList();
            return Suggestion.instead(calls, hidden.group(1));
        }
        Matcher unknown = UNKNOWN_METHOD.matcher(message);
        return unknown.find()
                ? Suggestion.instead(meant(unknown.group(1), unknown.group(2)), unknown.group(1))
                : Optional.empty();
    }

    /**
     * Returns what may be meant by the name of a method that is not there.
     *
     * @param type which does not have it, if it is one of Tutti's; null if it is the program's, perhaps a member
     */
    static List<String> meant(String name, @Nullable String type) {
        List<String> there = methodsOf(type == null ? Communicator.class.getName() : type);
        List<String> operation = operation(name, there);
        if (type == null) {
            return MemberMistakes.meant(plain(name), operation);
        }
        if (!operation.isEmpty()) {
            return operation;
        }
        List<String> ofMembers = type.equals(ColGroup.class.getName())
                ? MemberMistakes.ofGroup(operation(name, methodsOf(Communicator.class)))
                : List.of();
        return ofMembers.isEmpty() ? Suggestion.nearest(name, there) : ofMembers;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "");
    }

    private static List<String> operation(String name, List<String> there) {
        String plain = plain(name);
        String bare = PREFIXES.matcher(plain).replaceFirst("");
        return Stream.of(plain, bare)
                .flatMap(each -> Stream.of(
                        known(each, "", there),
                        known(withoutEnd(each, 'v'), "", there),
                        known(withoutBegin(each, 'i'), NON_BLOCKING, there),
                        known(withoutEnd(withoutBegin(each, 'i'), 'v'), NON_BLOCKING, there)))
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

    private static List<String> known(String plain, String before, List<String> there) {
        List<String> own = NAMES.getOrDefault(
                plain, there.stream().filter(plain::equalsIgnoreCase).toList());
        return own.stream().filter(there::contains).map(before::concat).toList();
    }

    private static List<String> methodsOf(String type) {
        try {
            return methodsOf(Class.forName(type, false, ColMember.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return List.of(); // a class inside another, whose name is another here
        }
    }

    /** Returns the names of a type's own methods. */
    static List<String> methodsOf(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(Method::getName)
                .distinct()
                .sorted()
                .toList();
    }
}
