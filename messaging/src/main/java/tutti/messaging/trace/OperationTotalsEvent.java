package tutti.messaging.trace;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** What one member's calls of one operation add up to, in Flight Recorder; see docs/profiling.md. */
@Name("tutti.OperationTotals")
@jdk.jfr.Label("Operation Totals")
@Description(
        "All calls of an operation by a member since the last such event; told after operations, and when it leaves.")
final class OperationTotalsEvent extends GroupEvent {
    private static final OperationTotalsEvent ANY = new OperationTotalsEvent();

    @jdk.jfr.Label("Operation")
    String operation = "";

    @jdk.jfr.Label("Started")
    @Description("Whether these are the calls that were started, and ended by themselves")
    boolean started;

    @jdk.jfr.Label("Calls")
    long calls;

    @jdk.jfr.Label("Failures")
    @Description("How many of the calls ended with an exception")
    long failures;

    @jdk.jfr.Label("Messages")
    @Description("Messages that the member has sent; in receives, has received")
    long messages;

    @jdk.jfr.Label("Bytes")
    @DataAmount
    long bytes;

    @jdk.jfr.Label("Time")
    @Timespan
    long time;

    @jdk.jfr.Label("Waited")
    @Timespan
    long waited;

    @jdk.jfr.Label("Longest")
    @Description("Time of the longest call")
    @Timespan
    long longest;

    static boolean isOn() {
        return ANY.isEnabled();
    }
}
