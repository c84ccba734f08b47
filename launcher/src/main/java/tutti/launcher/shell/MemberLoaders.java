package tutti.launcher.shell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/**
 * Loads the classes of lines once for each member, since a variable of the shell is a static field.
 *
 * <p>Types that lines declare are loaded once for all, so that members can send each other objects of them, unless they
 * use variables or methods of the shell.
 */
final class MemberLoaders implements LoaderDelegate {
    /** A class around a line, and a name: a number or {@code $JShell$anonymous$} stands for a class without one. */
    private static final Pattern DECLARED = Pattern.compile("REPL\\.\\$JShell\\$[0-9A-Z]+\\$[^0-9$].*");

    private final Loader shared;
    private final List<Loader> ofMembers = new ArrayList<>();
    private final Set<String> ofOneMember = new HashSet<>(); // names of classes that are loaded for each

    MemberLoaders(int members, ClassLoader parent) {
        shared = new Loader(parent);
        for (int rank = 0; rank < members; rank++) {
            ofMembers.add(new Loader(shared));
        }
    }

    @Override
    public void load(ClassBytecodes[] classes) {
        boolean isForAll = Arrays.stream(classes).anyMatch(MemberLoaders::isDeclared) && !usesAMembers(classes);
        for (ClassBytecodes each : classes) {
            if (isForAll) {
                shared.add(each);
            } else {
                ofOneMember.add(each.name().replace('.', '/'));
                ofMembers.forEach(loader -> loader.add(each));
            }
        }
    }

    /** Returns whether a line declares this type, so that it has a name inside the class around the line. */
    private static boolean isDeclared(ClassBytecodes classes) {
        return DECLARED.matcher(classes.name()).matches();
    }

    private boolean usesAMembers(ClassBytecodes... classes) {
        for (ClassBytecodes each : classes) {
            String constants = new String(each.bytecodes(), StandardCharsets.ISO_8859_1);
            if (ofOneMember.stream().anyMatch(constants::contains)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void classesRedefined(ClassBytecodes[] classes) {
        throw new UnsupportedOperationException("classes are never redefined");
    }

    @Override
    public void addToClasspath(String path) {
        // is known to the parent
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        return findClass(name, 0);
    }

    ClassLoader ofMember(int index) {
        return ofMembers.get(index);
    }

    Class<?> findClass(String name, int rank) throws ClassNotFoundException {
        return ofMembers.get(rank).loadClass(name);
    }

    /** Thread-safe. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> added = new ConcurrentHashMap<>();

        Loader(ClassLoader parent) {
            super(parent);
        }

        void add(ClassBytecodes classes) {
            added.put(classes.name(), classes.bytecodes());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = added.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
