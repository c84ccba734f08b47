package tutti.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the commands of jobs that are Java programs: they are started by {@code tutti run}, as a user's are. */
final class JavaJob {
    private static final String LAUNCHER = "tutti.launcher.TuttiCommand";

    private JavaJob() {}

    /** Returns a command that runs a class of this module, by name. */
    static List<String> command(
            String program, int members, int jvms, List<Path> furtherJars, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LAUNCHER, "run"));
        command.addAll(List.of("--members", Integer.toString(members), "--jvms", Integer.toString(jvms)));
        List<String> classPath = new ArrayList<>(List.of(place().toString()));
        furtherJars.forEach(jar -> classPath.add(jar.toString()));
        command.addAll(List.of("--class-path", String.join(File.pathSeparator, classPath)));
        options.forEach(option -> command.add("-J" + option));
        command.add(program);
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the jar or folder that this module's classes come from. */
    static Path place() {
        try {
            return Path.of(JavaJob.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
