package tutti.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.net.URLClassLoader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.group.launch.MpiApi;
import tutti.group.launch.Suggestion;

/** The names of an MPI API's methods, for a program that calls others: mistyped ones, or those of the other API. */
final class MpiNames {
    private static final Pattern UNKNOWN =
            Pattern.compile("symbol: +method (\\w+)\\(.*\\R *location: .*\\bmpi\\.(\\w+)");

    private MpiNames() {}

    /** Returns whether an error of the compiler is about a method that a class of an MPI API does not have. */
    static boolean areMeantIn(String message) {
        return UNKNOWN.matcher(message).find();
    }

    /**
     * Says which methods of an API may be meant.
     *
     * @param messages of the compiler, which has seen that API
     */
    static Optional<String> cure(List<String> messages, MpiApi api) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        boolean isOther = false;
        for (String message : messages) {
            Matcher unknown = UNKNOWN.matcher(message);
            if (!unknown.find()) {
                continue;
            }
            String name = unknown.group(1);
            Suggestion.instead(meant(name, methods(api, unknown.group(2))), name)
                    .ifPresent(names::add);
            for (MpiApi each : MpiApi.values()) {
                isOther |= each != api && methods(each, unknown.group(2)).contains(name);
            }
        }
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("the API of %s has %s%s"
                        .formatted(
                                api.programs(),
                                String.join("; ", names),
                                isOther ? "; a program calls one API, not both" : ""));
    }

    private static List<String> meant(String name, Set<String> there) {
        List<String> same =
                there.stream().filter(each -> plain(each).equals(plain(name))).toList();
        return same.isEmpty() ? Suggestion.nearest(name, there) : same;
    }

    /** Returns a name as both APIs have it, as rank for getRank and Rank. */
    private static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("get") ? lower.substring("get".length()) : lower;
    }

    /** Returns the names of the methods of a class, also those that it inherits. */
    private static Set<String> methods(MpiApi api, String simpleName) throws IOException {
        Set<String> names = new TreeSet<>();
        try (URLClassLoader loader = ClassPath.of(api).loader()) {
            String next = "mpi/" + simpleName;
            while (next.startsWith("mpi/")) {
                try (InputStream in = loader.getResourceAsStream(next + ".class")) {
                    if (in == null) {
                        return names;
                    }
                    ClassModel type = ClassFile.of().parse(in.readAllBytes());
                    type.methods().stream()
                            .map(method -> method.methodName().stringValue())
                            .filter(name -> !name.startsWith("<") && !name.startsWith("lambda$"))
                            .forEach(names::add);
                    next = type.superclass().map(ClassEntry::asInternalName).orElse("");
                }
            }
        }
        return names;
    }
}
