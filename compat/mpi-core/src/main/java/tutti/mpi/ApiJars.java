package tutti.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.MpiApi;

/** The jars of the package {@code mpi} on a class path, which must be those of the API that a program calls. */
public final class ApiJars {
    private static final String COMMON = "mpi/MPI.class";
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private ApiJars() {}

    /**
     * Refuses the class path if the class that calls the package {@code mpi} now is written for the other API; called
     * by Init.
     *
     * @param ownPackages of the API that calls this
     */
    public static void checkCaller(Class<?> api, String... ownPackages) {
        Set<String> own = Set.of(ownPackages);
        CALLERS.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(type -> !own.contains(type.getPackageName()) && !type.equals(ApiJars.class))
                        .findFirst())
                .ifPresent(caller -> check(Objects.requireNonNull(api.getClassLoader()), caller.getName()));
    }

    /**
     * Refuses the class path if a program's class is written for the other API, or if it has both, and the class does
     * not say for which it is written.
     *
     * @throws MpiFailure which says what jar the program needs
     */
    static void check(ClassLoader loader, String program) {
        List<MpiApi> there = Arrays.stream(MpiApi.values())
                .filter(api -> loader.getResource(api.ownClass()) != null)
                .toList();
        MpiApi first = first(loader);
        MpiApi needed = needed(loader, program);
        if (first == null || first == needed || (needed == null && there.size() == 1)) {
            return;
        }
        if (needed == null) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "class path has two jars whose classes have the same names: %s and %s; keep %s for a program for %s, %s for one for %s"
                            .formatted(
                                    MpiApi.OPEN_MPI.jar(),
                                    MpiApi.MPIJAVA.jar(),
                                    MpiApi.OPEN_MPI.jar(),
                                    MpiApi.OPEN_MPI.programs(),
                                    MpiApi.MPIJAVA.jar(),
                                    MpiApi.MPIJAVA.programs()));
        }
        throw new MpiFailure(
                ErrorClass.OTHER,
                "program needs %s, because it is for %s, but the class path has %s%s: program=%s; %s"
                        .formatted(
                                needed.jar(),
                                needed.programs(),
                                first.jar(),
                                there.contains(needed) ? " first" : "",
                                program,
                                there.contains(needed) ? "remove " + first.jar() : "take one in place of the other"));
    }

    /** Returns the API whose classes are loaded; null if there is none. */
    private static @Nullable MpiApi first(ClassLoader loader) {
        String place = place(loader.getResource(COMMON), COMMON);
        for (MpiApi api : MpiApi.values()) {
            try {
                for (URL url : Collections.list(loader.getResources(api.ownClass()))) {
                    if (place(url, api.ownClass()).equals(place)) {
                        return api;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return null;
    }

    /** Returns the jar or folder in which a class file is. */
    private static String place(@Nullable URL file, String name) {
        String text = String.valueOf(file);
        return text.substring(0, text.length() - Math.min(name.length(), text.length()));
    }

    /** Returns the API that a class calls; null if it does not show it. */
    private static @Nullable MpiApi needed(ClassLoader loader, String program) {
        try (InputStream in = loader.getResourceAsStream(program.replace('.', '/') + ".class")) {
            return in == null ? null : MpiApi.calledBy(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
