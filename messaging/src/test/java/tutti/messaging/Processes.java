package tutti.messaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tutti.messaging.bootstrap.FreePorts;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.progress.Scheduling;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.JobDevices;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.codec.ObjectCodec;

/**
 * Several processes of one job inside this JVM, joined by real gRPC on loopback; a job of one process needs no network.
 *
 * <p>For tests. Any number of groups may be opened, at the same time or one after the other.
 */
public final class Processes implements AutoCloseable {
    private final List<ProcessRuntime> messengers;
    private final AtomicLong groups = new AtomicLong();

    private Processes(List<ProcessRuntime> messengers) {
        this.messengers = messengers;
    }

    /** Starts a job with the settings that users get. */
    public static Processes start(int processes) {
        return start(processes, job -> job);
    }

    /** Starts a job whose settings are changed before its processes join. */
    public static Processes start(int processes, UnaryOperator<Job> settings) {
        return start(processes, settings, address -> address);
    }

    /**
     * Starts a job whose processes do not reach each other by straight ways.
     *
     * @param roads returns where to connect for reaching an address
     */
    static Processes start(int processes, UnaryOperator<Job> settings, UnaryOperator<InetSocketAddress> roads) {
        int port = processes == 1 ? 0 : freePort();
        Secret secret = Secret.random();
        List<Callable<ProcessRuntime>> joins = IntStream.range(0, processes)
                .mapToObj(process -> settings.apply(
                        Job.of(process, processes, "127.0.0.1", port).withSecret(secret)))
                .<Callable<ProcessRuntime>>map(job -> () -> join(job, roads))
                .toList();
        return new Processes(Together.all(joins));
    }

    /** Joins a job as one of its processes, which does not reach the others by straight ways. */
    static ProcessRuntime join(Job job, UnaryOperator<InetSocketAddress> roads) {
        if (job.processes() == 1) {
            return ProcessRuntime.join(job, new ObjectCodec());
        }
        ObjectCodec codec = new ObjectCodec();
        return ProcessRuntime.join(
                job,
                codec,
                (arrivals, idleStrategy) -> JobDevices.join(job, codec, arrivals, idleStrategy, roads),
                Scheduling.OF_JVM);
    }

    /** Returns the number of processes. */
    public int count() {
        return messengers.size();
    }

    /** Returns the messenger of one process. */
    public ProcessRuntime messenger(int process) {
        return messengers.get(process);
    }

    /**
     * Opens a group that fails as a whole, its members split evenly over the processes; returns the endpoints by rank.
     */
    public List<Endpoint> open(int members) {
        return open(layout(members, true));
    }

    /** Opens a group in each process of its layout; returns the endpoints by rank. */
    public List<Endpoint> open(GroupLayout layout) {
        Map<Integer, Endpoint> endpoints = new HashMap<>();
        layout.hosts().stream().mapToObj(this::messenger).forEach(process -> endpoints.putAll(process.open(layout)));
        return IntStream.range(0, layout.size()).mapToObj(endpoints::get).toList();
    }

    /** Returns the layout of a new group whose members are split evenly over the processes, ranks contiguous. */
    public GroupLayout layout(int members, boolean failsAsWhole) {
        List<Integer> hosts = IntStream.range(0, members)
                .mapToObj(rank -> rank * count() / members)
                .toList();
        return layout(hosts, failsAsWhole);
    }

    /** Returns the layout of a new group with members in the given processes. */
    public GroupLayout layout(List<Integer> hosts, boolean failsAsWhole) {
        long group = groups.incrementAndGet();
        return new GroupLayout(group, "test-" + group, hosts, failsAsWhole);
    }

    @Override
    public void close() {
        List<Callable<Void>> closes = new ArrayList<>();
        messengers.forEach(messenger -> closes.add(() -> {
            messenger.close();
            return null;
        }));
        Together.all(closes);
    }

    /** Returns a port on loopback that is free, and that no other test of this host is given meanwhile. */
    public static int freePort() {
        return freePorts(1);
    }

    /** Returns the first of some such ports in a row. */
    public static int freePorts(int count) {
        try {
            return FreePorts.take(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
