package tutti.messaging.trace;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** One operation of one member, in Flight Recorder; see docs/profiling.md. */
@Name("tutti.Operation")
@jdk.jfr.Label("Operation")
@Description("An operation of a member in a group. Of many calls only some are recorded, the same at all members.")
final class OperationEvent extends GroupEvent {
    private static final OperationEvent ANY = new OperationEvent(); // to be asked without making one

    @jdk.jfr.Label("Operation")
    String operation = "";

    @jdk.jfr.Label("Root or Peer")
    @Description("Rank of the root, or of the other end of a message; -1 if there is none, or a receive accepts any")
    int root;

    @jdk.jfr.Label("Tag")
    @Description("Tag of the messages that are sent or received; -1 if there is none, or a receive accepts any")
    int tag = OperationRecord.NO_TAG;

    @jdk.jfr.Label("Started")
    @Description("Whether it was started, and ended by itself; then it lasts from its start to its end")
    boolean started;

    @jdk.jfr.Label("Collective")
    @Description("Whether all members of the group call it")
    boolean collective;

    @jdk.jfr.Label("Call")
    @Description("Number of the collective call, the same at all members; for messages, counted by each member")
    long call;

    @jdk.jfr.Label("Algorithm")
    String algorithm = "";

    @jdk.jfr.Label("Messages Sent")
    int messages;

    @jdk.jfr.Label("Bytes")
    @Description("Bytes in the messages that the member has sent in the operation; in a receive, has received")
    @DataAmount
    long bytes;

    @jdk.jfr.Label("Waited")
    @Description("How long the member waited in it; of a started one, how long threads waited for its end")
    @Timespan
    long waited;

    @jdk.jfr.Label("Awaited")
    @Description("Rank that was awaited longest; -1: members of the same process, -2: any, -3: no one was awaited")
    int awaited = OperationRecord.NOBODY;

    @jdk.jfr.Label("Awaited For")
    @Description("How long that one was awaited")
    @Timespan
    long awaitedFor;

    @jdk.jfr.Label("Failed")
    boolean failed;

    @jdk.jfr.Label("Stands For")
    @Description("How many calls this one stands for, because the others are not recorded")
    int standsFor;

    static boolean isOn() {
        return ANY.isEnabled();
    }
}
