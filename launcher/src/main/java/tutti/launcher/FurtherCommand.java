package tutti.launcher;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/**
 * A subcommand of {@code tutti} that another module brings, as a service; its exit code is what it returns.
 *
 * <p>An implementation is annotated with picocli's {@code @Command}. Its jars are those that the system property
 * {@value #JARS} lists, in the form of a class path. They are on no program's class path, and are not opened to run
 * one.
 */
public interface FurtherCommand extends Callable<Integer> {
    /** System property that lists the jars of further commands; FOLDER/* stands for its jars. */
    String JARS = "tutti.commands";

    /** Returns a new instance of every such command. */
    static List<FurtherCommand> all() throws IOException {
        // Open until the process ends: the commands load their classes from it.
        ClassLoader loader =
                new URLClassLoader(ClassPath.ofProperty(JARS).urls(), FurtherCommand.class.getClassLoader());
        return ServiceLoader.load(FurtherCommand.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
