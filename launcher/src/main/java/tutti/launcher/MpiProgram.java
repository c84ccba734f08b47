package tutti.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.AccessFlag;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.MpiApi;

/** Programs for the MPI APIs over Tutti, whose main method runs once for each rank. */
final class MpiProgram {
    /** Runs such a program in each JVM; in a jar that is on the program's class path. */
    static final String STARTER = "tutti.mpi.MpiMain";

    private static final String API = "mpi.MPI";

    /** A program that has called neither API nor Tutti in its nearest classes is hardly one for them. */
    private static final int MOST_CLASSES = 500;

    private MpiProgram() {}

    /** What a program calls: an MPI API, or Tutti's own, or nothing that shows it (neither). */
    record Calls(@Nullable MpiApi mpi, boolean tutti) {}

    /** Returns whether a program is one for an MPI API that its class path has. */
    static boolean isOne(Program program, Calls calls) throws IOException {
        return hasApi(program) && !calls.tutti;
    }

    private static boolean hasApi(Program program) throws IOException {
        return program.classPath().has(STARTER);
    }

    /**
     * Returns a program with the jars of the MPI API that it calls, if it calls one and they are not there; they
     * precede an old jar of the API.
     *
     * @param notes takes what the user is to know
     */
    static Program withApi(Program program, Calls calls, Consumer<String> notes) throws IOException {
        MpiApi api = calls.mpi;
        if (api == null
                || hasApi(program)) { // in this order: most programs call none, and a search goes through all jars
            return program;
        }
        ClassPath jars = ClassPath.of(api);
        if (!jars.has(STARTER)) {
            return program; // its first call names the jars that are missing
        }
        Path old = program.classPath().firstWith(API);
        if (old == null) {
            return new Program(program.mainClass(), program.classPath().and(jars));
        }
        notes.accept("the package mpi is that of %s, in place of the one in %s".formatted(api.jar(), old));
        return new Program(program.mainClass(), jars.and(program.classPath()));
    }

    /** Returns what the class calls that is nearest to a program's main class and calls either. */
    static Calls calls(Program program) throws IOException {
        MpiApi used = null;
        Queue<String> next = new ArrayDeque<>(List.of(program.mainClass().replace('.', '/')));
        Set<String> seen = new HashSet<>(next);
        try (URLClassLoader loader = program.classPath().loader()) {
            for (int i = 0; i < MOST_CLASSES && !next.isEmpty(); i++) {
                ClassModel type = read(loader, next.remove());
                if (type == null) {
                    continue;
                }
                MpiApi called = MpiApi.calledBy(type);
                if (called != null) {
                    return new Calls(called, false);
                }
                if (MpiApi.isUsedBy(type)) {
                    used = MpiApi.OPEN_MPI; // both APIs have what it calls, if no other class calls more
                }
                for (String name : named(type)) {
                    if (name.startsWith("tutti/") && used == null) {
                        return new Calls(null, true);
                    }
                    if (seen.add(name)) {
                        next.add(name);
                    }
                }
            }
        }
        return new Calls(used, false);
    }

    /**
     * Returns the static fields of a program that its ranks change, and share if they live in one JVM: those that are
     * not final, of the main class and of classes that it names and that lie in its package.
     */
    static List<String> staticFields(Program program) throws IOException {
        String main = program.mainClass().replace('.', '/');
        String folder = main.substring(0, main.lastIndexOf('/') + 1);
        List<String> fields = new ArrayList<>();
        Queue<String> next = new ArrayDeque<>(List.of(main));
        Set<String> seen = new HashSet<>(next);
        try (URLClassLoader loader = program.classPath().loader()) {
            for (int i = 0; i < MOST_CLASSES && !next.isEmpty(); i++) {
                ClassModel type = read(loader, next.remove());
                if (type == null) {
                    continue;
                }
                type.fields().stream()
                        .filter(field -> field.flags().has(AccessFlag.STATIC)
                                && !field.flags().has(AccessFlag.FINAL)
                                && !field.flags().has(AccessFlag.SYNTHETIC))
                        .map(field -> "%s.%s"
                                .formatted(
                                        type.thisClass().asInternalName().substring(folder.length()),
                                        field.fieldName()))
                        .forEach(fields::add);
                for (String name : named(type)) {
                    if (name.startsWith(folder) && name.indexOf('/', folder.length()) < 0 && seen.add(name)) {
                        next.add(name);
                    }
                }
            }
        }
        return fields;
    }

    /** Returns the classes that one names. */
    private static List<String> named(ClassModel type) {
        List<String> names = new ArrayList<>();
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof ClassEntry reference) {
                names.add(reference.asInternalName());
            }
        }
        return names;
    }

    /** Returns a class of the program, or null if it is another's or cannot be read. */
    private static @Nullable ClassModel read(URLClassLoader loader, String internalName) throws IOException {
        if (internalName.startsWith("mpi/")) {
            return null; // the API's own calls show nothing
        }
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : ClassFile.of().parse(in.readAllBytes());
        } catch (IllegalArgumentException e) { // the JVM that loads it says what is wrong
            return null;
        }
    }

    /**
     * Returns the arguments of the class that runs a program.
     *
     * @param isolated whether ranks of one JVM have classes of their own
     */
    static List<String> arguments(Program program, List<String> arguments, boolean isolated) {
        List<String> all = new ArrayList<>();
        if (isolated) {
            all.add("--isolate");
        }
        all.add(program.mainClass());
        all.addAll(arguments);
        return all;
    }
}
