package tutti.launcher.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import tutti.launcher.PipedJvms;

/** Members in several JVMs of this host, each with a share of them; ranks are contiguous in each. */
final class RemoteMembers implements Members {
    private final PipedJvms jvms;
    private final List<JvmLink> links = new ArrayList<>();

    /**
     * Starts the JVMs, and waits until their members have a group.
     *
     * @param classPath of the user's classes
     * @param printed takes lines that programs print
     */
    RemoteMembers(int size, int count, Duration deadline, String classPath, Consumer<String> printed)
            throws IOException {
        List<String> arguments = List.of(Integer.toString(size), deadline.toString());
        jvms = PipedJvms.start(size, count, classPath, ShellJvm.class, arguments);
        for (Process each : jvms.processes()) {
            links.add(new JvmLink(links.size(), each, printed));
        }
        links.forEach(JvmLink::awaitReady);
    }

    @Override
    public void load(ClassBytecodes... classes) {
        links.forEach(link -> link.load(classes));
    }

    @Override
    public List<Outcome> invoke(String className, String methodName) {
        links.forEach(link -> link.invoke(className, methodName));
        return links.stream().flatMap(link -> link.awaitOutcomes().stream()).toList();
    }

    @Override
    public void regroup() {
        links.forEach(JvmLink::regroup);
        links.forEach(JvmLink::awaitReady);
    }

    @Override
    public void close() {
        jvms.close();
    }
}
