package tutti.group;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts of our own inside this one: network namespaces, each with a cable to one switch, and with addresses that exist
 * nowhere else.
 *
 * <p>Needs Linux, root, and {@code ip} of iproute2.
 */
final class CableNetwork implements AutoCloseable {
    static final int PORT = 5000; // of process 0

    private final String name = "tutti" + ProcessHandle.current().pid();
    private final int hosts;

    private CableNetwork(int hosts) {
        this.hosts = hosts;
    }

    /** Makes so many hosts; where that is not possible, the test is skipped and says why. */
    static CableNetwork of(int hosts) {
        String user = System.getProperty("user.name");
        Assumptions.assumeTrue("root".equals(user), () -> "skipped: network namespaces need root: user=" + user);
        Assumptions.assumeTrue(
                status("ip -V") == 0, "skipped: network namespaces need the command ip, which Debian has in iproute2");
        CableNetwork network = new CableNetwork(hosts);
        Assumptions.assumeTrue(
                status("ip netns add %1$s-try && ip netns del %1$s-try".formatted(network.name)) == 0,
                "skipped: this system allows no network namespaces, as most containers do");
        try {
            network.build();
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
        return network;
    }

    private void build() {
        run("ip netns add %1$s-switch; ip -n %1$s-switch link add hub type bridge; ip -n %1$s-switch link set hub up"
                .formatted(name));
        for (int host = 0; host < hosts; host++) {
            run(("ip netns add %1$s-%2$d"
                            + "; ip -n %1$s-switch link add port%2$d type veth peer name eth0 netns %1$s-%2$d"
                            + "; ip -n %1$s-switch link set port%2$d master hub up"
                            + "; ip -n %1$s-%2$d address add %3$s/24 dev eth0"
                            + "; ip -n %1$s-%2$d link set lo up; ip -n %1$s-%2$d link set eth0 up")
                    .formatted(name, host, address(host)));
        }
    }

    /** Returns where process 0 listens, if it is on host 0. */
    String master() {
        return address(0) + ":" + PORT;
    }

    /** Returns where a host is reached. */
    static String address(int host) {
        return "10.97.113." + (host + 1);
    }

    /** Returns what a command begins with that runs on a host. */
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", name + "-" + host);
    }

    /** The same, with a name and shared memory that only this host has, in a folder of its own. */
    List<String> on(int host, Path memory) {
        List<String> command = new ArrayList<>(on(host));
        String own = "hostname n%d && mount --bind %s /dev/shm && exec \"$@\"".formatted(host, memory);
        command.addAll(List.of("unshare", "--mount", "--uts", "sh", "-c", own, "sh"));
        return command;
    }

    /** Describes a job whose processes are on all hosts in turn, without the name and the memory of this one. */
    JvmJob.Plan plan(Class<?> program, int processes) {
        return JvmJob.of(program, processes)
                .by(process -> on(process % hosts))
                .with("MASTER=" + master())
                .with("TRANSPORT=grpc")
                .options("-Xmx128m");
    }

    /** Pulls a host's cable out. */
    void pullOut(int host) {
        run("ip -n %s-switch link set port%d down".formatted(name, host));
    }

    /** Puts it in again. */
    void putIn(int host) {
        run("ip -n %s-switch link set port%d up".formatted(name, host));
    }

    /** Pulls a host's cable out for so long. */
    void pullOut(int host, Duration time) {
        run("ip -n %1$s-switch link set port%2$d down; sleep %3$s; ip -n %1$s-switch link set port%2$d up"
                .formatted(name, host, time.toMillis() / 1000.0));
    }

    /**
     * Lets what a host sends come later, and loses some of it; where the system has no means for that, the test is
     * skipped and says why.
     */
    void spoil(int host, Duration delay, int lossPercent) {
        Assumptions.assumeTrue(
                status("ip netns exec %s-%d tc qdisc add dev eth0 root netem delay %dms loss %d%%"
                                .formatted(name, host, delay.toMillis(), lossPercent))
                        == 0,
                "skipped: packets are delayed and lost by netem, which this kernel or its command tc does not have");
    }

    /** Lets what a host sends take its time; where the system has no means for that, the test is skipped. */
    void slowDown(int host, int megabitsPerSecond) {
        Assumptions.assumeTrue(
                status("ip netns exec %s-%d tc qdisc add dev eth0 root tbf rate %dmbit burst 32k latency 2s"
                                .formatted(name, host, megabitsPerSecond))
                        == 0,
                "skipped: packets are slowed down by tbf, which this kernel or its command tc does not have");
    }

    @Override
    public void close() {
        for (int host = 0; host < hosts; host++) {
            var _ = status("ip netns del %s-%d".formatted(name, host));
        }
        var _ = status("ip netns del %s-switch".formatted(name));
    }

    private static void run(String commands) {
        int status = status("set -e; " + commands);
        if (status != 0) {
            throw new IllegalStateException("status=%d commands=%s".formatted(status, commands));
        }
    }

    private static int status(String commands) {
        try {
            return new ProcessBuilder("sh", "-c", commands)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: " + commands, e);
        }
    }
}
