package tutti.mpi;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The public and protected members of an API's classes.
 *
 * @param packageName of the classes
 * @param lines one for each member: its class, a colon, and its signature with simple names
 */
public record ApiList(String packageName, List<String> lines) {
    private static final Pattern EXCEPTION = Pattern.compile("mpi\\.MPIException|ibis\\.mpj\\.MPJException");

    /** Reads the list that lies beside this class. */
    static ApiList of(String packageName, String resource) {
        try (InputStream in = Objects.requireNonNull(ApiList.class.getResourceAsStream(resource))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new ApiList(packageName, text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the members that the classes of this JVM do not have. */
    public Set<String> missing() throws ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        for (String line : lines) {
            if (!members(type(line.substring(0, line.indexOf(':')))).contains(line)) {
                missing.add(line);
            }
        }
        return missing;
    }

    /** Returns a class by its name in the list. */
    Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(packageName + "." + name);
    }

    /** Returns what programs reach through a class, in the form of the list. */
    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        String prefix = type.getName().substring(type.getPackageName().length() + 1) + ": ";
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Method method : declaring.getDeclaredMethods()) {
                if (isOpen(method.getModifiers())) {
                    members.add(prefix + (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                            + method.getReturnType().getSimpleName() + " " + signature(method, method.getName()));
                }
            }
            for (Field field : declaring.getDeclaredFields()) {
                if (isOpen(field.getModifiers())) {
                    members.add(prefix + "field " + field.getType().getSimpleName() + " " + field.getName());
                }
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isOpen(constructor.getModifiers())) {
                members.add(prefix + "new " + signature(constructor, type.getSimpleName()));
            }
        }
        return members;
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String signature(Executable executable, String name) {
        boolean mayFail = Arrays.stream(executable.getExceptionTypes())
                .anyMatch(type -> EXCEPTION.matcher(type.getName()).matches());
        return name
                + Arrays.stream(executable.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(joining(",", "(", ")"))
                + (mayFail ? " throws" : "");
    }
}
