package tutti.launcher.shell;

import java.util.List;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/** All members of the shell's group, in this JVM or in others. */
interface Members extends AutoCloseable {
    /** Gives all members classes of lines. */
    void load(ClassBytecodes... classes);

    /** Calls a method of such a class on all members at the same time, and returns what came of it by rank. */
    List<Outcome> invoke(String className, String methodName);

    /** Gives all members a new group with the same ranks, after a failure. */
    void regroup();

    @Override
    void close();
}
