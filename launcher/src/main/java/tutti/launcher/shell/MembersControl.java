package tutti.launcher.shell;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import jdk.jshell.execution.DirectExecutionControl;

/** Runs what the shell has compiled on all members at the same time. */
final class MembersControl extends DirectExecutionControl {
    private final ShellGroup group;
    private final MemberLoaders loaders;
    private List<Outcome> outcomes = List.of();

    MembersControl(ShellGroup group, MemberLoaders loaders) {
        super(loaders);
        this.group = group;
        this.loaders = loaders;
    }

    @Override
    public String invoke(String className, String methodName) {
        outcomes = group.run(rank -> invoke(className, methodName, rank));
        return "";
    }

    private String invoke(String className, String methodName, int rank) throws Throwable {
        Method method = loaders.findClass(className, rank).getDeclaredMethod(methodName);
        method.setAccessible(true);
        try {
            return valueString(method.invoke(null));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** Returns what came of the last call by rank, and forgets it. */
    List<Outcome> takeOutcomes() {
        List<Outcome> taken = outcomes;
        outcomes = List.of();
        return taken;
    }
}
