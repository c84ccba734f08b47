package tutti.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A command line of MPJ Express' {@code mpjrun}, as one of {@code tutti run}.
 *
 * @param run arguments of {@code tutti run}
 * @param notes what became of each option
 */
record MpjRunOptions(List<String> run, List<String> notes) {
    /** Its ranks are threads of one JVM, with classes of their own. */
    private static final String MULTICORE = "multicore";

    private static final Set<String> DEVICES_OF_JVMS = Set.of("niodev", "hybdev", "mxdev", "ibvdev", "native");
    /** An older name of it. */
    private static final String SHARED_MEMORY = "smpdev";

    /** What options are for that have no meaning here; each takes a value. */
    private static final Map<String, String> WITH_A_VALUE_IGNORED = Map.of(
            "-psl", "there is no protocol switch",
            "-dport", "there are no daemons",
            "-sport", "there are no daemons",
            "-mpjport", "the system chooses ports",
            "-headnodeip", "the launcher chooses its address",
            "-mxboardnum", "there are no boards of Myrinet",
            "-debug", "give the option -agentlib:jdwp=… to debug a JVM");

    private static final String OF_JVM =
            "-(D|X|ea|da|esa|dsa|enable|disable|agent|javaagent|verbose|server|client).*|--(add|enable)-.*";

    /** Translates a command line; the program's arguments stay as they are. */
    static MpjRunOptions of(List<String> arguments) throws IOException {
        return new Translation(arguments.iterator()).translate();
    }

    private static final class Translation {
        private final Iterator<String> rest;
        private final List<String> run = new ArrayList<>(List.of("run"));
        private final List<String> notes = new ArrayList<>();
        private String device = MULTICORE;
        private boolean hasClassPath;

        Translation(Iterator<String> rest) {
            this.rest = rest;
        }

        MpjRunOptions translate() throws IOException {
            List<String> program = new ArrayList<>();
            while (rest.hasNext() && program.isEmpty()) {
                String argument = rest.next();
                if (argument.startsWith("-")) {
                    option(argument, program);
                } else {
                    program.add(argument);
                }
            }
            if (program.isEmpty()) {
                throw new UsageException("no program: give a main class, or -jar FILE, after the options");
            }
            rest.forEachRemaining(program::add);
            placeRanks();
            if (!hasClassPath) {
                String fromEnvironment = System.getenv("CLASSPATH");
                take("no -cp", "-cp", fromEnvironment == null ? "." : fromEnvironment);
            }
            run.addAll(program);
            return new MpjRunOptions(run, notes);
        }

        private void option(String option, List<String> program) throws IOException {
            switch (option) {
                case "-np" -> take(option, "-n", value(option));
                case "-dev" -> device = value(option);
                case "-cp", "-classpath" -> takeClassPath(option, value(option));
                case "-profile" -> take(option, "--profile");
                case "-src" -> notes.add("-src: ignored; other hosts get copies of the class path");
                case "-machinesfile" -> take(option, "--hosts-file", value(option));
                case "-jar" -> {
                    String jar = value(option);
                    takeClassPath(option, jar);
                    program.add(mainClass(Path.of(jar)));
                }
                case "-wdir" ->
                    throw new UsageException("-wdir %s: programs run in the current folder; change into it before"
                            .formatted(value(option)));
                default -> further(option);
            }
        }

        private void further(String option) {
            String why = WITH_A_VALUE_IGNORED.get(option);
            if (why != null) {
                notes.add("%s %s: ignored; %s".formatted(option, value(option), why));
            } else if (option.matches(OF_JVM)) {
                take(option, "-J" + option);
            } else {
                throw new UsageException("unknown option of mpjrun: %s; known are %s, and options of the JVM"
                        .formatted(
                                option,
                                "-np -dev -cp -classpath -machinesfile -jar -wdir -profile -src "
                                        + String.join(" ", new TreeSet<>(WITH_A_VALUE_IGNORED.keySet()))));
            }
        }

        private String value(String option) {
            if (!rest.hasNext()) {
                throw new UsageException(option + " needs a value");
            }
            return rest.next();
        }

        private void take(String option, String... ours) {
            run.addAll(Arrays.asList(ours));
            notes.add("%s: %s".formatted(option, String.join(" ", ours)));
        }

        private void takeClassPath(String option, String path) {
            take(option, "-cp", path);
            hasClassPath = true;
        }

        private void placeRanks() {
            if (device.equals(MULTICORE) || device.equals(SHARED_MEMORY)) {
                run.add("--isolate");
                notes.add("-dev %s: --isolate, all ranks in one JVM with static fields of their own".formatted(device));
            } else if (DEVICES_OF_JVMS.contains(device)) {
                notes.add("-dev %s: a JVM for each rank".formatted(device));
            } else {
                throw new UsageException("unknown device of mpjrun: -dev %s; known are multicore, %s"
                        .formatted(
                                device,
                                String.join(
                                        ", ", DEVICES_OF_JVMS.stream().sorted().toList())));
            }
        }

        private static String mainClass(Path jar) throws IOException {
            try (JarFile file = new JarFile(jar.toFile())) {
                Manifest manifest = file.getManifest();
                String main =
                        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
                if (main == null) {
                    throw new UsageException(
                            "jar has no main class: -jar %s; name the class, and the jar with -cp".formatted(jar));
                }
                return main;
            } catch (java.nio.file.NoSuchFileException e) {
                throw new UsageException("no such jar: -jar %s".formatted(jar));
            }
        }
    }
}
