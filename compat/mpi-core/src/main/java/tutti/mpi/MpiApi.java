package tutti.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of the two APIs of the package {@code mpi}, whose classes have the same names: a program needs one jar. */
public enum MpiApi {
    /** Methods as {@code getRank}. */
    OPEN_MPI("tutti-openmpi-java", "Open MPI's Java bindings", "mpi/Freeable.class"),
    /** Methods as {@code Rank}. */
    MPIJAVA("tutti-mpijava", "MPJ Express or mpiJava", "mpi/User_function.class");

    private static final String COMMON = "mpi/MPI.class";
    private static final Set<String> OF_OBJECTS = Set.of("<init>", "clone", "wait", "notify", "notifyAll", "getClass");
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final String jar;
    private final String programs;
    private final String own; // a class that the other has not

    MpiApi(String jar, String programs, String own) {
        this.jar = jar;
        this.programs = programs;
        this.own = own;
    }

    /**
     * Refuses the class path if the class that calls the package {@code mpi} now is written for the other API; called
     * by Init.
     *
     * @param ownPackages of the API that calls this
     */
    public static void checkCaller(Class<?> api, String... ownPackages) {
        Set<String> own = Set.of(ownPackages);
        CALLERS.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(type -> !own.contains(type.getPackageName()) && !type.equals(MpiApi.class))
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
        List<MpiApi> there = Arrays.stream(values())
                .filter(api -> loader.getResource(api.own) != null)
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
                                    OPEN_MPI.jar,
                                    MPIJAVA.jar,
                                    OPEN_MPI.jar,
                                    OPEN_MPI.programs,
                                    MPIJAVA.jar,
                                    MPIJAVA.programs));
        }
        throw new MpiFailure(
                ErrorClass.OTHER,
                "program needs %s, because it is for %s, but the class path has %s%s: program=%s; %s"
                        .formatted(
                                needed.jar,
                                needed.programs,
                                first.jar,
                                there.contains(needed) ? " first" : "",
                                program,
                                there.contains(needed) ? "remove " + first.jar : "take one in place of the other"));
    }

    /** Returns the API whose classes are loaded; null if there is none. */
    private static @Nullable MpiApi first(ClassLoader loader) {
        String place = place(loader.getResource(COMMON), COMMON);
        for (MpiApi api : values()) {
            try {
                for (URL url : Collections.list(loader.getResources(api.own))) {
                    if (place(url, api.own).equals(place)) {
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

    /** Returns the API whose spelling a class' calls of communicators have; null if it has none. */
    private static @Nullable MpiApi needed(ClassLoader loader, String program) {
        try (InputStream in = loader.getResourceAsStream(program.replace('.', '/') + ".class")) {
            if (in == null) {
                return null;
            }
            MpiApi needed = null;
            for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
                if (entry instanceof MethodRefEntry call
                        && isCommunicator(call.owner().asInternalName())
                        && !OF_OBJECTS.contains(call.name().stringValue())) {
                    if (Character.isUpperCase(call.name().stringValue().charAt(0))) {
                        return MPIJAVA; // the other has no such name
                    }
                    needed = OPEN_MPI;
                }
            }
            return needed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isCommunicator(String owner) {
        return owner.startsWith("mpi/") && owner.toLowerCase(Locale.ROOT).endsWith("comm");
    }
}
