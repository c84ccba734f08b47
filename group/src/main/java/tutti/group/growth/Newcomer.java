package tutti.group.growth;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
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
        PortClient.Admitted call = client.await(ports);
        Admission admission = call.admission();
        try {
            NewcomerPlace place = NewcomerPlace.parseFrom(admission.place());
            Job larger = own.withPlace(
                            admission.process(), admission.processes(), admission.masterHost(), admission.masterPort())
                    .withJoinTimeout(admission.limit());
            return new Newcomer(
                    larger, place.getGroup(), place.getRank(), place.getMembers(), place.getGetsState(), call);
        } catch (InvalidProtocolBufferException e) {
            call.close();
            throw new JoinException("malformed place of a newcomer: ports=" + ports, e);
        }
    }

    /** Says that this process has joined, or will not. */
    @Override
    public void close() {
        call.close();
    }
}
