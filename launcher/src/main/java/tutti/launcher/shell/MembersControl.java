package tutti.launcher.shell;

import java.util.List;
import jdk.jshell.execution.DirectExecutionControl;
import org.jspecify.annotations.Nullable;

/** Runs what the shell has compiled on all members at the same time. */
final class MembersControl extends DirectExecutionControl {
    private final Members members;
    private List<Outcome> outcomes = List.of();

    MembersControl(Members members) {
        this.members = members;
    }

    @Override
    public void load(ClassBytecodes[] classes) {
        members.load(classes);
    }

    @Override
    public void redefine(ClassBytecodes[] classes) throws EngineTerminationException, NotImplementedException {
        throw new NotImplementedException("classes are never redefined");
    }

    @Override
    public void addToClasspath(String path) {
        // members know it
    }

    @Override
    public String invoke(String className, String methodName) {
        outcomes = members.invoke(className, methodName);
        if (outcomes.stream().anyMatch(Outcome::hasFailed)) {
            members.regroup();
        }
        return "";
    }

    /** Returns what came of the last call by rank, and forgets it. */
    List<Outcome> takeOutcomes() {
        List<Outcome> taken = outcomes;
        outcomes = List.of();
        return taken;
    }

    /** Returns a value as JShell shows it. */
    static String text(@Nullable Object value) {
        return valueString(value);
    }
}
