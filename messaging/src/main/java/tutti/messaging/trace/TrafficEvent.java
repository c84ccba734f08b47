package tutti.messaging.trace;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Name;

/** What one member has sent another, in Flight Recorder; see docs/profiling.md. */
@Name("tutti.Traffic")
@jdk.jfr.Label("Traffic")
@Description("All messages from a member to another since the last such event, those of collectives too.")
final class TrafficEvent extends GroupEvent {
    private static final TrafficEvent ANY = new TrafficEvent();

    @jdk.jfr.Label("Receiver")
    int receiver;

    @jdk.jfr.Label("Messages")
    long messages;

    @jdk.jfr.Label("Bytes")
    @DataAmount
    long bytes;

    static boolean isOn() {
        return ANY.isEnabled();
    }
}
