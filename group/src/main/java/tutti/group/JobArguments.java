package tutti.group;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.messaging.Job;
import tutti.messaging.Secret;
import tutti.messaging.SecretFile;
import tutti.messaging.TlsChoice;
import tutti.messaging.TransportChoice;
import tutti.messaging.WaitStrategy;
import tutti.serialization.SerializationSettings;

/**
 * What a process is told of its job: by arguments, else by the environment, else by defaults.
 *
 * @param job the process' place in the job
 * @param members members of the whole job
 * @param timeout how long {@code getGroup} waits unless told otherwise
 * @param deadline how long an operation may take unless told otherwise, or null
 * @param verify what members compare before each collective call
 * @param serialization which classes may pass
 * @param algorithms which algorithms operations on buffers use
 */
record JobArguments(
        Job job,
        int members,
        Duration timeout,
        @Nullable Duration deadline,
        VerifyLevel verify,
        SerializationSettings serialization,
        AlgorithmTable algorithms) {
    private static final String PREFIX = "--tutti-";
    private static final Set<String> NAMES = Set.of(
            "rank",
            "size",
            "master",
            "members",
            "timeout",
            "join-timeout",
            "deadline",
            "silence-limit",
            "verify",
            "window-bytes",
            "serial-filter",
            "wait",
            "transport",
            "algorithms",
            "secret-file",
            "tls");
    private static final String SECRET = "secret";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
    private static final int MAX_PORT = 65_535;
    /** The longest time that can be set; far below what a long of nanoseconds holds. */
    static final Duration LONGEST = Duration.ofDays(10_000);

    static String[] withoutOwn(String[] arguments) {
        return Arrays.stream(arguments).filter(argument -> !isOwn(argument)).toArray(String[]::new);
    }

    private static boolean isOwn(String argument) {
        return argument.startsWith(PREFIX);
    }

    static JobArguments parse(String[] arguments, Map<String, String> environment) {
        Settings settings = new Settings(new HashMap<>(), environment);
        Arrays.stream(arguments).filter(JobArguments::isOwn).forEach(settings::addArgument);
        int processes = settings.number("size", 1, 1);
        Job job = processes == 1 ? alone(settings) : withSecret(oneOf(processes, settings), settings);
        int defaultMembers = processes == 1 ? Runtime.getRuntime().availableProcessors() : processes;
        int members = settings.number("members", defaultMembers, 1);
        if (members < processes) {
            throw new IllegalArgumentException(
                    "fewer members than processes: members=%d processes=%d; each process must host a member"
                            .formatted(members, processes));
        }
        String file = settings.text("algorithms");
        AlgorithmTable algorithms = file == null ? AlgorithmTable.standard() : AlgorithmTable.read(Path.of(file));
        Job complete = job.withJoinTimeout(settings.duration("join-timeout", Job.DEFAULT_JOIN_TIMEOUT))
                .withWindowBytes(settings.number("window-bytes", (int) Job.DEFAULT_WINDOW_BYTES, 1))
                .withWaitStrategy(settings.oneOf("wait", WaitStrategy.ADAPTIVE))
                .withTransport(settings.oneOf("transport", TransportChoice.AUTO))
                .withSilenceLimit(settings.duration("silence-limit", Job.DEFAULT_SILENCE_LIMIT))
                .withTls(settings.oneOf("tls", TlsChoice.AUTO))
                .withAlgorithms(algorithms.text());
        return new JobArguments(
                complete,
                members,
                settings.duration("timeout", DEFAULT_TIMEOUT),
                settings.text("deadline") == null ? null : settings.duration("deadline", DEFAULT_TIMEOUT),
                settings.oneOf("verify", VerifyLevel.OFF),
                SerializationSettings.filteredBy(settings.text("serial-filter")),
                algorithms);
    }

    private static Job alone(Settings settings) {
        int rank = settings.number("rank", 0, 0);
        if (rank != 0) {
            throw new IllegalArgumentException(
                    "process is told its rank but not the size of the job: rank=%d; set TUTTI_SIZE and TUTTI_MASTER too"
                            .formatted(rank));
        }
        return Job.alone();
    }

    private static Job oneOf(int processes, Settings settings) {
        int rank = settings.number("rank", -1, -1);
        String master = settings.text("master");
        if (rank < 0 || master == null) {
            throw new IllegalArgumentException(
                    "process is one of %d but is not told %s; set TUTTI_RANK and TUTTI_MASTER (host:port of process 0)"
                            .formatted(processes, rank < 0 ? "which" : "where process 0 is"));
        }
        if (rank >= processes) {
            throw new IllegalArgumentException(
                    "TUTTI_RANK must lie in [0, TUTTI_SIZE): TUTTI_RANK=%d TUTTI_SIZE=%d".formatted(rank, processes));
        }
        int colon = master.lastIndexOf(':');
        try {
            int port = Integer.parseInt(master.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= MAX_PORT) {
                return Job.of(rank, processes, master.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "TUTTI_MASTER must be host:port, with a port in [1, %d]: got=%s".formatted(MAX_PORT, master));
    }

    private static Job withSecret(Job job, Settings settings) {
        String file = settings.text("secret-file");
        String text = settings.text(SECRET); // never an argument: those are for everybody to see
        try {
            if (file != null) {
                return job.withSecret(SecretFile.read(Path.of(file)));
            }
            return text == null ? job : job.withSecret(Secret.of(text));
        } catch (IOException | IllegalArgumentException e) {
            String setting = settings.said(file != null ? "secret-file" : SECRET);
            throw new IllegalArgumentException(
                    "%s gives no secret: process=%d: %s".formatted(setting, job.process(), e.getMessage()), e);
        }
    }

    /** Looks a name up among the arguments, then in the environment. */
    private record Settings(Map<String, String> arguments, Map<String, String> environment) {

        void addArgument(String argument) {
            int equals = argument.indexOf('=');
            String name = argument.substring(PREFIX.length(), equals < 0 ? argument.length() : equals);
            if (name.equals(SECRET)) {
                throw new IllegalArgumentException(
                        "--tutti-secret would show the secret to all users of this host; set TUTTI_SECRET_FILE or"
                                + " TUTTI_SECRET instead");
            }
            if (equals < 0 || !NAMES.contains(name)) {
                throw new IllegalArgumentException("unknown argument: %s; known are %s, each with =value"
                        .formatted(argument, new TreeSet<>(NAMES)));
            }
            arguments.put(name, argument.substring(equals + 1));
        }

        @Nullable
        String text(String name) {
            String argument = arguments.get(name);
            return argument != null ? argument : environment.get(variable(name));
        }

        int number(String name, int byDefault, int least) {
            String text = text(name);
            if (text == null) {
                return byDefault;
            }
            try {
                int number = Integer.parseInt(text.trim());
                if (number >= least) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new IllegalArgumentException(
                    "%s must be a whole number of at least %d: got=%s".formatted(said(name), least, text));
        }

        /** Looks up a constant of an enum, which users write in lower case and with hyphens. */
        <E extends Enum<E>> E oneOf(String name, E byDefault) {
            String text = text(name);
            if (text == null) {
                return byDefault;
            }
            E[] all = byDefault.getDeclaringClass().getEnumConstants();
            return Arrays.stream(all)
                    .filter(constant -> userName(constant).equals(text.trim()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("%s must be one of %s: got=%s"
                            .formatted(
                                    said(name),
                                    Arrays.stream(all).map(Settings::userName).toList(),
                                    text)));
        }

        private static String userName(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        Duration duration(String name, Duration byDefault) {
            String text = text(name);
            if (text == null) {
                return byDefault;
            }
            try {
                Duration duration =
                        text.startsWith("P") ? Duration.parse(text) : Duration.ofSeconds(Long.parseLong(text.trim()));
                if (duration.isPositive() && duration.compareTo(LONGEST) <= 0) {
                    return duration;
                }
            } catch (NumberFormatException | DateTimeParseException e) {
                // said below
            }
            throw new IllegalArgumentException(
                    "%s must be a number of seconds, or a duration as PT1M30S, up to %d days: got=%s"
                            .formatted(said(name), LONGEST.toDays(), text));
        }

        /** Names a setting as the user did. */
        private String said(String name) {
            return arguments.containsKey(name) ? PREFIX + name : variable(name);
        }

        private static String variable(String name) {
            return "TUTTI_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
        }
    }
}
