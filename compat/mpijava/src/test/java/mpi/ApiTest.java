package mpi;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public method and object of mpiJava and MPJ Express, as listed in {@code mpijava-api.txt}, is here. */
class ApiTest {

    @Test
    void shouldHaveAllOfTheList() throws Exception {
        Set<String> missing = new TreeSet<>();
        for (String line : lines()) {
            String className = line.substring(0, line.indexOf(':'));
            if (!members(Class.forName("mpi." + className)).contains(line)) {
                missing.add(line);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldReadAList() throws Exception {
        assertThat(lines()).hasSizeGreaterThan(200).allMatch(line -> line.matches("[\\w$]+: .+"));
    }

    static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(ApiTest.class.getResourceAsStream("mpijava-api.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** Returns what programs reach through a class, in the form of the list. */
    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        String prefix = type.getName().substring("mpi.".length()) + ": ";
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
        Stream.of(type.getInterfaces())
                .filter(parent -> type.isInterface())
                .forEach(parent -> members.addAll(members(parent)));
        return members;
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String signature(Executable executable, String name) {
        boolean mayFail = Arrays.asList(executable.getExceptionTypes()).contains(MPIException.class);
        return name
                + Arrays.stream(executable.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(joining(",", "(", ")"))
                + (mayFail ? " throws" : "");
    }
}
