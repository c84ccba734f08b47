package tutti.group.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.messaging.config.Job;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.progress.WaitStrategy;
import tutti.serialization.SerializationSettings;

/**
 * What a process is told of its job: by arguments, else by the environment, else by defaults.
 *
 * @param job the process' place in the job
 * @param members members of the whole job
 * @param timeout how long {@code getGroup} waits unless told otherwise
 * @param deadline how long an operation may take unless told otherwise, or null
 * @param verify what members compare before each collective call
 * @param deadlock what becomes of members that wait only for each other
 * @param serialization which classes may pass
 * @param algorithms which algorithms operations on buffers use
 * @param join ports of a job that this process is to join after its beginning; empty if it is one of a job that begins
 * @param again ports at which other processes of the job listen if it runs already, because the engine has started this
 *     process again; empty if it does not
 * @param joinPort where newcomers call this process: a port, 0 for any that is free, or -1 for none
 * @param names {@code host:port} of the service that keeps names of ports, or null
 * @param parent name of the port of those that have spawned this job, or null
 * @param variables what the process was told by arguments, as variables of the environment
 */
public record JobArguments(
        Job job,
        int members,
        Duration timeout,
        @Nullable Duration deadline,
        VerifyLevel verify,
        DeadlockChoice deadlock,
        SerializationSettings serialization,
        AlgorithmTable algorithms,
        List<String> join,
        List<String> again,
        int joinPort,
        @Nullable String names,
        @Nullable String parent,
        Map<String, String> variables) {
    static final Set<String> NAMES = Set.of(
            "rank",
            "size",
            "master",
            "members",
            "timeout",
            "join-timeout",
            "deadline",
            "silence-limit",
            "reconnect-limit",
            "verify",
            "deadlock",
            "window-bytes",
            "serial-filter",
            "wait",
            "cores",
            "transport",
            "device",
            "algorithms",
            "secret-file",
            "tls",
            "provider",
            "hosts-file",
            "join",
            "join-port",
            "names",
            "parent",
            "service");
    private static final String MEMBERS = "members";
    private static final int MAX_PORT = 65_535;

    /** So that no sum of bytes overflows. */
    private static final long MOST_WINDOW_BYTES = 1L << 60;

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
    /** The longest time that can be set; far below what a long of nanoseconds holds. */
    public static final Duration LONGEST = Duration.ofDays(10_000);

    /** Returns whether there is a setting of that name. */
    public static boolean isSetting(String name) {
        return NAMES.contains(name);
    }

    public static String[] withoutOwn(String[] arguments) {
        return Arrays.stream(Objects.requireNonNull(arguments, "args must not be null"))
                .filter(argument -> !Settings.isOwn(argument))
                .toArray(String[]::new);
    }

    /**
     * Reads the settings, and asks the providers.
     *
     * @param others providers besides those of the usual engines
     */
    public static JobArguments parse(
            String[] arguments, Map<String, String> environment, List<? extends EngineProvider> others) {
        Settings settings = Settings.of(Objects.requireNonNull(arguments, "args must not be null"), environment);
        List<String> join = ports(settings.text("join"));
        JobProviders providers = JobProviders.with(others);
        Job job = join.isEmpty() ? JobResolver.find(settings, providers) : JobResolver.newcomer(settings);
        return read(settings, job, join, providers);
    }

    /**
     * Throws as {@link #parse} does if a setting is unknown or has a wrong value; for one who starts processes, and
     * asks no providers which of them this is.
     *
     * @param environment of the processes
     * @param processes how many will be started
     * @param isHere whether they run on this host, whose files are theirs
     */
    public static void check(String[] arguments, Map<String, String> environment, int processes, boolean isHere) {
        Settings settings = Settings.of(arguments, environment);
        JobResolver.checkPlace(settings, processes);
        read(
                isHere ? settings : settings.without("algorithms"),
                processes == 1 ? Job.alone() : Job.of(0, processes, "localhost", 1),
                ports(settings.text("join")),
                new JobProviders(List.of()));
    }

    private static JobArguments read(Settings settings, Job job, List<String> join, JobProviders providers) {
        int processes = job.processes();
        int defaultMembers = processes == 1 ? Runtime.getRuntime().availableProcessors() : processes;
        int members = settings.number("members", defaultMembers, 1);
        if (members < processes) {
            throw new IllegalArgumentException(
                    "fewer members than processes: members=%d processes=%d; each process must host a member"
                            .formatted(members, processes));
        }
        VerifyLevel verify = settings.oneOf("verify", VerifyLevel.OFF);
        String file = settings.text("algorithms");
        AlgorithmTable algorithms = file == null ? AlgorithmTable.standard() : AlgorithmTable.read(Path.of(file));
        Job complete = job.withJoinTimeout(settings.duration("join-timeout", Job.DEFAULT_JOIN_TIMEOUT))
                .withWindowBytes(settings.number("window-bytes", Job.DEFAULT_WINDOW_BYTES, 1, MOST_WINDOW_BYTES))
                .withWaitStrategy(settings.oneOf("wait", WaitStrategy.ADAPTIVE))
                .withCores(settings.number("cores", 0, 1))
                .withTransport(settings.oneOf("transport", TransportChoice.AUTO))
                .withDevice(DeviceSetting.of(settings, job))
                .withSilenceLimit(settings.duration("silence-limit", Job.DEFAULT_SILENCE_LIMIT))
                .withReconnectLimit(settings.duration("reconnect-limit", Job.DEFAULT_RECONNECT_LIMIT))
                .withTls(settings.oneOf("tls", TlsChoice.AUTO))
                .withAlgorithms(algorithms.text())
                .withCommon(Map.of(MEMBERS, Integer.toString(members), "verify", Settings.userName(verify)));
        return new JobArguments(
                complete,
                members,
                settings.duration("timeout", DEFAULT_TIMEOUT),
                settings.text("deadline") == null ? null : settings.duration("deadline", DEFAULT_TIMEOUT),
                verify,
                settings.oneOf("deadlock", DeadlockChoice.END),
                SerializationSettings.filteredBy(settings.text("serial-filter")),
                algorithms,
                join,
                join.isEmpty() ? again(settings, job, providers) : List.of(),
                joinPort(settings, job, !join.isEmpty()),
                settings.text("names"),
                settings.text("parent"),
                settings.argumentsAsVariables());
    }

    private static List<String> ports(@Nullable String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(port -> !port.isEmpty())
                        .toList();
    }

    /** Returns the ports of the other processes of a job that takes newcomers, if an engine may start one again. */
    private static List<String> again(Settings settings, Job job, JobProviders providers) {
        int first = settings.number("join-port", -1, -1, MAX_PORT - job.process());
        if (first <= 0 || job.processes() == 1) {
            return List.of();
        }
        List<String> hosts = providers.hosts(settings.asEnvironment(), settings.text("provider"));
        boolean isOneEach = hosts.size() == job.processes();
        return IntStream.range(0, job.processes())
                .filter(process -> process != job.process())
                .boxed()
                .flatMap(process -> (isOneEach
                                ? Stream.of(hosts.get(process))
                                : hosts.stream().distinct())
                        .map(host -> host + ":" + (first + process)))
                .toList();
    }

    /** A newcomer takes newcomers in its turn. */
    private static int joinPort(Settings settings, Job job, boolean isNewcomer) {
        int first = settings.number("join-port", isNewcomer ? 0 : -1, -1, MAX_PORT - job.process());
        return first > 0 ? first + job.process() : first;
    }

    /** Returns what a process is told that is one of another job with the same settings. */
    public JobArguments withPlace(Job other, int newMembers) {
        Map<String, String> common = new HashMap<>(job.common());
        common.put(MEMBERS, Integer.toString(newMembers));
        return new JobArguments(
                other.withCommon(common),
                newMembers,
                timeout,
                deadline,
                verify,
                deadlock,
                serialization,
                algorithms,
                join,
                again,
                joinPort,
                names,
                parent,
                variables);
    }
}
