package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides how the JVMs of a job are started.
 *
 * @param members members of the whole job, at least one for each JVM
 * @param jvms number of JVMs, each one process of the job
 * @param bindTo to what the processes of a host are bound
 * @param tls whether JVMs encrypt what they exchange, or null for what is usual
 * @param newcomers where JVMs that come later find this job, or this one finds the job that it joins
 * @param classPath where every JVM finds its classes
 * @param jvmOptions options of every JVM, after those that the launcher itself gives to each
 * @param mainClass class whose main method each JVM runs
 * @param arguments arguments of that method
 */
record JobPlan(
        int members,
        int jvms,
        BindTo bindTo,
        @Nullable Boolean tls,
        NewcomerPorts newcomers,
        ClassPath classPath,
        List<String> jvmOptions,
        String mainClass,
        List<String> arguments) {

    /** Lets processes of a host copy buffers of each other; {@link StartCache} is made with it. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    /**
     * Leave out Netty's events of its memory, whose first use starts Flight Recorder in the JVM, which takes a tenth of
     * a second, and its search for leaked buffers, which takes a stack trace of one in 128.
     */
    private static final List<String> WITHOUT_NETTY_RECORDS =
            List.of("-Dio.netty.jfr.enabled=false", "-Dio.netty.leakDetection.level=disabled");

    /** Prefix of all variables through which a process learns its job. */
    static final String VARIABLES = "TUTTI_";

    /** What variables say of one job or process only: not settings, which programs that are started take over. */
    private static final Set<String> OF_ONE_JOB = Set.of(
            "RANK",
            "SIZE",
            "MASTER",
            "MEMBERS",
            "PROVIDER",
            "HOSTS_FILE",
            "SERVICE",
            "JOIN_PORT",
            "JOIN",
            "NAMES",
            "PARENT",
            "SECRET",
            "SECRET_FILE");

    /** Variable that says which process of the job one is. */
    static final String RANK = VARIABLES + "RANK";

    /** Variable that says how many members the job has. */
    static final String MEMBERS = VARIABLES + "MEMBERS";

    /** Variable that names the file with the job's secret. */
    static final String SECRET_FILE = VARIABLES + "SECRET_FILE";

    /** Variable that is the job's secret. */
    static final String SECRET = VARIABLES + "SECRET";

    JobPlan {
        jvmOptions = Stream.of(List.of(NATIVE_ACCESS), WITHOUT_NETTY_RECORDS, jvmOptions)
                .flatMap(List::stream)
                .toList(); // the last option for a property takes precedence
    }

    /**
     * What processes need to find and to know each other.
     *
     * @param master host:port at which process 0 is to listen
     * @param secretFile file that only this user can open, or null if processes get the secret in another way
     */
    record Meeting(String master, @Nullable Path secretFile) {

        /** Deletes the secret's file, when the job is over. */
        void deleteSecret() {
            if (secretFile != null) {
                try {
                    Files.deleteIfExists(secretFile);
                } catch (IOException e) {
                    // of a job that is over: no one can use it
                }
            }
        }
    }

    /** Returns whether a variable of the environment is a setting, such as a deadline. */
    static boolean isSetting(String variable) {
        return variable.startsWith(VARIABLES) && !OF_ONE_JOB.contains(variable.substring(VARIABLES.length()));
    }

    /** Returns whether a variable of the environment is of a job around this one. */
    static boolean isOfAnotherJob(String variable) {
        return variable.startsWith(VARIABLES) && !isSetting(variable);
    }

    /** Returns the command of a process on this host. */
    List<String> command(int process) {
        List<String> command = new ArrayList<>();
        command.add(java().toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(classPath.toString());
        command.add(TuttiProcess.class.getName());
        command.add(place(process));
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    /** Returns what the list of a system's processes shows of one: which process of the job it is. */
    String place(int process) {
        return "process-%d-of-%d".formatted(process, jvms);
    }

    /** Returns the java command that runs this launcher. */
    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /**
     * Returns the variables that tell a process its place in the job.
     *
     * @param meeting where the processes meet, or null in a job of one
     */
    Map<String, String> variables(int process, @Nullable Meeting meeting) {
        Map<String, String> variables = new TreeMap<>();
        newcomers.addTo(variables);
        if (!newcomers.areJoined()) {
            variables.put(MEMBERS, Integer.toString(members));
        }
        if (meeting != null) {
            variables.put(RANK, Integer.toString(process));
            variables.put(VARIABLES + "SIZE", Integer.toString(jvms));
            variables.put(VARIABLES + "MASTER", meeting.master());
            if (meeting.secretFile() != null) {
                variables.put(SECRET_FILE, meeting.secretFile().toString());
            }
        }
        if (tls != null && (meeting != null || newcomers.areUsed())) {
            variables.put(VARIABLES + "TLS", tls ? "on" : "off");
        }
        return variables;
    }
}
