package tutti.group.growth;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.NewcomerPlace;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.PortClient;
import tutti.messaging.bootstrap.PortService;
import tutti.messaging.config.Job;

/**
 * This process' place in a job that it joins after its beginning.
 *
 * @param job the larger job, with this process' place in it
 * @param group name of the group that takes it in
 * @param rank of its member there
 * @param members of that group
 * @param getsState whether a member sends what the newcomer begins with
 * @param call open until this process has joined
 */
public record Newcomer(Job job, String group, int rank, int members, boolean getsState, PortClient.Admitted call)
        implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Newcomer.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int CONNECT_MILLIS = 500;

    /** What newcomers want of a port. */
    static final String KIND = PortService.NEWCOMER;

    /**
     * Calls the ports of a job, and waits there until a group takes this process in.
     *
     * @param own what this process was told
     * @throws JoinException if no port answers within the limit on joining, or one refuses
     */
    public static Newcomer await(Job own, String codec, List<String> ports) {
        PortClient client =
                new PortClient(own, codec, KIND, new byte[0], own.joinTimeout().toNanos());
        return of(own, client.await(ports));
    }

    /**
     * Looks whether the job runs already whose process this is, because an engine has started it again after its end;
     * then waits until a group takes it in.
     *
     * @param ports at which other processes of the job listen, if it runs
     * @return null if the job does not run
     * @throws JoinException if it ends while this process waits
     */
    public static @Nullable Newcomer awaitAgain(Job own, String codec, List<String> ports) {
        for (String port : ports) {
            if (!isOpen(port)) {
                continue;
            }
            PortClient client = new PortClient(own, codec, PortService.RESTARTED, new byte[0], PATIENCE.toNanos());
            List<String> all = new ArrayList<>(ports);
            all.remove(port);
            all.addFirst(port);
            try {
                return of(own, client.await(all));
            } catch (JoinException e) {
                if (client.hasWaited()) {
                    throw e;
                }
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "the job does not run at port=%s: %s".formatted(port, e.getMessage()));
            }
        }
        return null;
    }

    private static boolean isOpen(String port) {
        int colon = port.lastIndexOf(':');
        int number = Integer.parseInt(port.substring(colon + 1));
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(port.substring(0, colon), number), CONNECT_MILLIS);
            return socket.getLocalPort() != number; // else it has connected to itself
        } catch (IOException e) {
            return false;
        }
    }

    private static Newcomer of(Job own, PortClient.Admitted call) {
        Admission admission = call.admission();
        try {
            NewcomerPlace place = NewcomerPlace.parseFrom(admission.place());
            Job larger = own.withLargerPlace(
                            admission.process(), admission.processes(), admission.masterHost(), admission.masterPort())
                    .withJoinTimeout(admission.limit());
            return new Newcomer(
                    larger, place.getGroup(), place.getRank(), place.getMembers(), place.getGetsState(), call);
        } catch (InvalidProtocolBufferException e) {
            call.close();
            throw new JoinException("malformed place of a newcomer: process=" + admission.process(), e);
        }
    }

    /** Says that this process has joined, or will not. */
    @Override
    public void close() {
        call.close();
    }
}
