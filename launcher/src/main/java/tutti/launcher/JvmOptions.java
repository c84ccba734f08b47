package tutti.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a command about the JVMs that it starts. */
final class JvmOptions {
    @Option(
            names = {"-cp", "--class-path"},
            paramLabel = "PATH",
            description = "Jars, folders of classes, or FOLDER/* for its jars, separated by '${sys:path.separator}'."
                    + " Tutti itself need not be named. May be repeated.")
    private List<String> classPath = new ArrayList<>();

    @Option(
            names = {"-J", "--jvm-option"},
            paramLabel = "OPTION",
            description = "Option for every JVM, for example -J-Xmx2g. May be repeated.")
    private List<String> options = new ArrayList<>();

    ClassPath classPath() throws IOException {
        return ClassPath.parse(classPath);
    }

    /**
     * Returns the options for every JVM.
     *
     * @throws UsageException if one is none
     */
    List<String> options() {
        for (String option : options) {
            if (!option.startsWith("-") && !option.startsWith("@")) {
                throw new UsageException("not an option of a JVM: -J %s; write -J-%s".formatted(option, option));
            }
        }
        return options;
    }
}
