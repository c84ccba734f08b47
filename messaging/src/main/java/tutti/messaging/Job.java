package tutti.messaging;

import java.time.Duration;

/**
 * The facts that a process must know to join its job.
 *
 * @param process index of this process, in [0, processes)
 * @param processes number of processes in the job, at least 1
 * @param masterHost host name or address at which process 0 accepts connections; loopback keeps the job on this host
 * @param masterPort port at which process 0 accepts connections; ignored in a job of one process
 * @param joinTimeout how long to wait until every process has joined
 * @param windowBytes bytes that one member may have sent to another (in one group) and the other not yet taken, before a
 *     further send waits; at most one message may exceed it
 * @param waitStrategy what members of this process do before they park
 * @param transport how processes that share a host exchange messages
 * @param algorithms which algorithms members of this process use, as lines of text; the same in all processes, and empty here for
 *     those who only send and receive
 */
public record Job(
        int process,
        int processes,
        String masterHost,
        int masterPort,
        Duration joinTimeout,
        long windowBytes,
        WaitStrategy waitStrategy,
        TransportChoice transport,
        String algorithms) {

    /** Sent and not yet taken bytes, for each pair of members in a group, unless set otherwise. */
    public static final long DEFAULT_WINDOW_BYTES = 16L << 20;

    /** How long processes wait for each other at the start, unless set otherwise. */
    public static final Duration DEFAULT_JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** Checks the ranges. */
    public Job {
        if (processes < 1 || process < 0 || process >= processes) {
            throw new IllegalArgumentException(
                    "process index must lie in [0, processes): process=%d processes=%d".formatted(process, processes));
        }
        if (windowBytes < 1) {
            throw new IllegalArgumentException("window must be positive: windowBytes=" + windowBytes);
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
                DEFAULT_JOIN_TIMEOUT,
                DEFAULT_WINDOW_BYTES,
                WaitStrategy.ADAPTIVE,
                TransportChoice.AUTO,
                "");
    }

    /** Returns this job with another window. */
    public Job withWindowBytes(long bytes) {
        return new Job(
                process, processes, masterHost, masterPort, joinTimeout, bytes, waitStrategy, transport, algorithms);
    }

    /** Returns this job with another limit on joining. */
    public Job withJoinTimeout(Duration timeout) {
        return new Job(
                process, processes, masterHost, masterPort, timeout, windowBytes, waitStrategy, transport, algorithms);
    }

    /** Returns this job with another way of waiting. */
    public Job withWaitStrategy(WaitStrategy strategy) {
        return new Job(
                process, processes, masterHost, masterPort, joinTimeout, windowBytes, strategy, transport, algorithms);
    }

    /** Returns this job with another way between processes of one host. */
    public Job withTransport(TransportChoice choice) {
        return new Job(
                process, processes, masterHost, masterPort, joinTimeout, windowBytes, waitStrategy, choice, algorithms);
    }

    /** Returns this job with other algorithms. */
    public Job withAlgorithms(String lines) {
        return new Job(
                process, processes, masterHost, masterPort, joinTimeout, windowBytes, waitStrategy, transport, lines);
    }
}
