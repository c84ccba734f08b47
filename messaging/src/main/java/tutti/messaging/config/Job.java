package tutti.messaging.config;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.WaitStrategy;

/**
 * The facts that a process must know to join its job.
 *
 * @param process index of this process, in [0, processes)
 * @param processes number of processes in the job, at least 1
 * @param masterHost host name or address at which process 0 accepts connections; loopback keeps the job on this host
 * @param masterPort port at which process 0 accepts connections; ignored in a job of one process
 * @param larger whether it is made of running jobs and newcomers, so that its process 0 listens before others call
 * @param joinTimeout how long to wait until every process has joined
 * @param windowBytes bytes that one member may have sent to another (in one group) and the other not yet taken, before
 *     a further send waits; of a message that exceeds it the rest stays with the sender
 * @param waitStrategy what members of this process do before they park
 * @param cores cores of this host that all its processes of the job have together; 0 for those on which they may run
 * @param transport how processes that share a host exchange messages
 * @param device what carries messages between hosts, as {@link DeviceList#of} reads it
 * @param silenceLimit how long another process may let nothing be heard before it is counted as lost
 * @param reconnectLimit how long a broken connection to another process may take to come back before that process is
 *     counted as lost; zero if a broken connection is a lost process
 * @param secret what only processes of the job know; null for that of this user's jobs on this host, which does for a
 *     job on loopback only
 * @param tls whether processes encrypt what goes over the network
 * @param algorithms which algorithms members of this process use, as lines of text; the same in all processes, and
 *     empty here for those who only send and receive
 * @param common further settings, by their names, which are of no use here but must be the same in all processes
 */
public record Job(
        int process,
        int processes,
        String masterHost,
        int masterPort,
        boolean larger,
        Duration joinTimeout,
        long windowBytes,
        WaitStrategy waitStrategy,
        int cores,
        TransportChoice transport,
        String device,
        Duration silenceLimit,
        Duration reconnectLimit,
        @Nullable Secret secret,
        TlsChoice tls,
        String algorithms,
        Map<String, String> common) {

    /** The device that every job has, and the only one unless set otherwise. */
    public static final String GRPC = "grpc";

    /** Sent and not yet taken bytes, for each pair of members in a group, unless set otherwise. */
    public static final long DEFAULT_WINDOW_BYTES = 16L << 20;

    /** How long processes wait for each other at the start, unless set otherwise. */
    public static final Duration DEFAULT_JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** How long a process may be silent, unless set otherwise. */
    public static final Duration DEFAULT_SILENCE_LIMIT = Duration.ofSeconds(10);

    /** How long a broken connection may take to come back, unless set otherwise. */
    public static final Duration DEFAULT_RECONNECT_LIMIT = Duration.ofSeconds(8);

    private static final Duration SHORTEST_SILENCE_LIMIT = Duration.ofMillis(100);

    /** Checks the ranges. */
    public Job {
        common = Map.copyOf(common);
        if (processes < 1 || process < 0 || process >= processes) {
            throw new IllegalArgumentException(
                    "process index must lie in [0, processes): process=%d processes=%d".formatted(process, processes));
        }
        if (windowBytes < 1) {
            throw new IllegalArgumentException("window must be positive: windowBytes=" + windowBytes);
        }
        if (cores < 0) {
            throw new IllegalArgumentException(
                    "a host has at least one core, and 0 lets processes count: cores=" + cores);
        }
        if (silenceLimit.compareTo(SHORTEST_SILENCE_LIMIT) < 0) {
            throw new IllegalArgumentException("limit on silence is too short: silenceLimit=%s least=%s"
                    .formatted(silenceLimit, SHORTEST_SILENCE_LIMIT));
        }
        if (reconnectLimit.isNegative()) {
            throw new IllegalArgumentException(
                    "limit on reconnecting must not be negative: reconnectLimit=" + reconnectLimit);
        }
    }

    /** Returns a job of one process, which needs no network. */
    public static Job alone() {
        return of(0, 1, "localhost", 0);
    }

    /** Returns one process of a job whose process 0 listens at an address. */
    public static Job of(int process, int processes, String masterHost, int masterPort) {
        return new Job(
                process,
                processes,
                masterHost,
                masterPort,
                false,
                DEFAULT_JOIN_TIMEOUT,
                DEFAULT_WINDOW_BYTES,
                WaitStrategy.ADAPTIVE,
                0,
                TransportChoice.AUTO,
                GRPC,
                DEFAULT_SILENCE_LIMIT,
                DEFAULT_RECONNECT_LIMIT,
                null,
                TlsChoice.AUTO,
                "",
                Map.of());
    }

    /** Returns a job of other processes with the same settings. */
    public Job withPlace(int newProcess, int newProcesses, String newMasterHost, int newMasterPort) {
        return with(changes -> {
            changes.process = newProcess;
            changes.processes = newProcesses;
            changes.masterHost = newMasterHost;
            changes.masterPort = newMasterPort;
        });
    }

    /** Returns a larger job with the same settings, which others join later. */
    public Job withLargerPlace(int newProcess, int newProcesses, String newMasterHost, int newMasterPort) {
        return withPlace(newProcess, newProcesses, newMasterHost, newMasterPort)
                .with(changes -> changes.larger = true)
                .withDevice(DeviceList.ofLarger(device));
    }

    /** Returns this job with another window. */
    public Job withWindowBytes(long bytes) {
        return with(changes -> changes.windowBytes = bytes);
    }

    /** Returns this job with another limit on joining. */
    public Job withJoinTimeout(Duration timeout) {
        return with(changes -> changes.joinTimeout = timeout);
    }

    /** Returns this job with another way of waiting. */
    public Job withWaitStrategy(WaitStrategy strategy) {
        return with(changes -> changes.waitStrategy = strategy);
    }

    /** Returns this job with another number of cores of this host; 0 for those on which its processes may run. */
    public Job withCores(int number) {
        return with(changes -> changes.cores = number);
    }

    /** Returns this job with another way between processes of one host. */
    public Job withTransport(TransportChoice choice) {
        return with(changes -> changes.transport = choice);
    }

    /**
     * Returns this job with other devices between hosts, as {@link DeviceList#of} reads them; they must be the same in
     * all processes.
     */
    public Job withDevice(String names) {
        return with(changes -> changes.device = names);
    }

    /** Returns this job with another limit on the silence of a process; it must be the same in all processes. */
    public Job withSilenceLimit(Duration limit) {
        return with(changes -> changes.silenceLimit = limit);
    }

    /** Returns this job with another limit on the time that a broken connection takes to come back. */
    public Job withReconnectLimit(Duration limit) {
        return with(changes -> changes.reconnectLimit = limit);
    }

    /** Returns this job with a secret. */
    public Job withSecret(Secret shared) {
        return with(changes -> changes.secret = shared);
    }

    /** Returns this job with another choice of encryption. */
    public Job withTls(TlsChoice choice) {
        return with(changes -> changes.tls = choice);
    }

    /** Returns this job with other algorithms. */
    public Job withAlgorithms(String lines) {
        return with(changes -> changes.algorithms = lines);
    }

    /** Returns this job with other settings that must only be the same in all processes. */
    public Job withCommon(Map<String, String> settings) {
        return with(changes -> changes.common = settings);
    }

    /** Returns the settings that the processes compare when they join, by their names, as text. */
    public SortedMap<String, String> compared(boolean isEncrypted) {
        SortedMap<String, String> all = new TreeMap<>(common);
        all.put("device", device);
        all.put("silence-limit", silenceLimit.toString());
        all.put("reconnect-limit", reconnectLimit.toString());
        all.put("tls", isEncrypted ? "on" : "off");
        return all;
    }

    /**
     * Returns those of the compared settings that one who comes when the job has begun must have been told; the number
     * of members is another then, and whether it encrypts shows when it calls.
     */
    public SortedMap<String, String> comparedWithNewcomers() {
        SortedMap<String, String> all = compared(false);
        all.remove("members");
        all.remove("tls");
        all.put("device", DeviceList.ofLarger(device));
        return all;
    }

    private Job with(Consumer<Changes> change) {
        Changes changes = new Changes(this);
        change.accept(changes);
        return new Job(
                changes.process,
                changes.processes,
                changes.masterHost,
                changes.masterPort,
                changes.larger,
                changes.joinTimeout,
                changes.windowBytes,
                changes.waitStrategy,
                changes.cores,
                changes.transport,
                changes.device,
                changes.silenceLimit,
                changes.reconnectLimit,
                changes.secret,
                changes.tls,
                changes.algorithms,
                changes.common);
    }

    /** What a caller may want otherwise. */
    private static final class Changes {
        private int process;
        private int processes;
        private String masterHost;
        private int masterPort;
        private boolean larger;
        private Duration joinTimeout;
        private long windowBytes;
        private WaitStrategy waitStrategy;
        private int cores;
        private TransportChoice transport;
        private String device;
        private Duration silenceLimit;
        private Duration reconnectLimit;
        private @Nullable Secret secret;
        private TlsChoice tls;
        private String algorithms;
        private Map<String, String> common;

        Changes(Job job) {
            process = job.process;
            processes = job.processes;
            masterHost = job.masterHost;
            masterPort = job.masterPort;
            larger = job.larger;
            joinTimeout = job.joinTimeout;
            windowBytes = job.windowBytes;
            waitStrategy = job.waitStrategy;
            cores = job.cores;
            transport = job.transport;
            device = job.device;
            silenceLimit = job.silenceLimit;
            reconnectLimit = job.reconnectLimit;
            secret = job.secret;
            tls = job.tls;
            algorithms = job.algorithms;
            common = job.common;
        }
    }
}
