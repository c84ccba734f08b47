package tutti.messaging.bootstrap;

import com.google.protobuf.ByteString;
import java.time.Duration;
import tutti.messaging.proto.Invitation;

/**
 * The place of a newcomer in the larger job that takes it in.
 *
 * @param masterHost where process 0 of that job listens
 * @param process index of the newcomer, or of the first of the processes that it brings
 * @param processes number of processes of that job
 * @param limit how long the others wait for it
 * @param place what its members must know
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Admission(String masterHost, int masterPort, int process, int processes, Duration limit, byte[] place) {

    Invitation toInvitation() {
        return Invitation.newBuilder()
                .setMasterHost(masterHost)
                .setMasterPort(masterPort)
                .setProcess(process)
                .setProcesses(processes)
                .setLimitNanos(limit.toNanos())
                .setPlace(ByteString.copyFrom(place))
                .build();
    }

    static Admission of(Invitation invitation) {
        return new Admission(
                invitation.getMasterHost(),
                invitation.getMasterPort(),
                invitation.getProcess(),
                invitation.getProcesses(),
                Duration.ofNanos(invitation.getLimitNanos()),
                invitation.getPlace().toByteArray());
    }
}
