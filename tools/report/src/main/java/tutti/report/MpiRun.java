package tutti.report;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.bench.JavaJob;
import tutti.bench.Transport;

/** Commands that run a program over an MPI library, whose own launcher must start the JVMs. */
final class MpiRun {
    /** Stands for the class path in a command, as a shell would put it in. */
    private static final String CLASSES = "$CLASSES";

    /** What a reader must know to run such a command. */
    static final String NOTE =
            "`%s` is the class path of `tutti`: the jars in `launcher/target/dist/lib`, `examples-asp-leq-qr/target/dist/lib` and `tools/bench/target/dist/devices`."
                    .formatted(CLASSES);

    private MpiRun() {}

    /** Returns why there are no such commands on this machine; empty if there are. */
    static String refusal(String transport) {
        String refusal = of(transport).refusal();
        return refusal == null ? "" : refusal;
    }

    /** Returns the command that runs a program's class. */
    static List<String> command(
            String transport, int members, int jvms, List<String> jvmOptions, Class<?> program, String... arguments) {
        return JavaJob.overMpi(of(transport), program.getName(), CLASSES, members, jvms, jvmOptions, arguments);
    }

    private static Transport of(String name) {
        return Transport.valueOf(name.toUpperCase(Locale.ROOT));
    }

    static boolean isOne(List<String> command) {
        return command.contains(CLASSES);
    }

    /** Returns a command with the class path. */
    static List<String> complete(List<String> command) {
        List<String> complete = new ArrayList<>(command);
        Collections.replaceAll(complete, CLASSES, classPath());
        return complete;
    }

    private static String classPath() {
        return Stream.of(
                        System.getProperty("java.class.path"),
                        System.getProperty("tutti.examples", ""),
                        JavaJob.devices())
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
