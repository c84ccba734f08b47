package tutti.messaging.bootstrap;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;

/** Where the processes of a job listen, and how others reach them. */
public final class Addresses {
    private static final Path KERNELS_NAME = Path.of("/proc/sys/kernel/hostname");

    private Addresses() {}

    /** Returns where a process listens: on loopback for a job on one host, so that nothing outside can connect. */
    public static InetSocketAddress listenAddress(Job job) {
        return listenAddress(job, job.process() == 0 ? job.masterPort() : 0);
    }

    /** Returns where a process listens at a port, as {@link #listenAddress(Job)} does; 0 for any that is free. */
    public static InetSocketAddress listenAddress(Job job, int port) {
        InetAddress master = masterAddress(job);
        return master.isLoopbackAddress() ? new InetSocketAddress(master, port) : new InetSocketAddress(port);
    }

    /** Returns the address of this host that process 0 would see, never loopback unless the whole job is. */
    public static String reachableAddress(Job job) {
        if (job.process() == 0) {
            return job.masterHost();
        }
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(masterAddress(job), job.masterPort()); // sends nothing: asks the routing table
            return probe.getLocalAddress().getHostAddress();
        } catch (SocketException e) {
            throw new JoinException(
                    "no route to process 0: process=%d master=%s".formatted(job.process(), job.masterHost()), e);
        }
    }

    /** Returns the address of process 0. */
    public static InetAddress masterAddress(Job job) {
        return MasterName.resolve(job);
    }

    /** Returns whether a name or address is one of this host; a name that this host does not know is not. */
    public static boolean isOfThisHost(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the name of this host, by which processes find out that they share one. */
    public static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return systemsName();
        }
    }

    /** Returns the name that the system has, although nothing finds its address. */
    private static String systemsName() {
        try {
            return Files.readString(KERNELS_NAME).strip();
        } catch (IOException e) {
            return "localhost";
        }
    }
}
