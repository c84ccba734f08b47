package tutti.launcher.shell;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/** The members of this JVM: all of the shell's, or one JVM's share. */
final class LocalMembers implements Members {
    private final ShellGroup group;
    private final MemberLoaders loaders;
    private final LineChecks checks;

    /**
     * Makes them, and waits for those of the other JVMs.
     *
     * @param size of the whole group
     * @param classes where lines find the user's classes
     */
    LocalMembers(int size, Duration deadline, ClassLoader classes) {
        group = new ShellGroup(size, deadline);
        loaders = new MemberLoaders(group.localSize(), classes);
        checks = new LineChecks(classes);
    }

    @Override
    public void load(ClassBytecodes... classes) {
        loaders.load(checks.added(classes));
    }

    @Override
    public List<Outcome> invoke(String className, String methodName) {
        return group.run(index -> invoke(className, methodName, index));
    }

    private String invoke(String className, String methodName, int index) throws Throwable {
        // in which messages look for classes of lines
        Thread.currentThread().setContextClassLoader(loaders.ofMember(index));
        Method method = loaders.findClass(className, index).getDeclaredMethod(methodName);
        method.setAccessible(true);
        try {
            return MembersControl.text(method.invoke(null));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public void regroup() {
        group.regroup();
    }

    @Override
    public void close() {
        group.close();
    }
}
