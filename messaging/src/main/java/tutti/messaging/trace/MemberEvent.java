package tutti.messaging.trace;

import jdk.jfr.Description;
import jdk.jfr.Name;

/** Where one member of a group runs, in Flight Recorder; see docs/profiling.md. */
@Name("tutti.Member")
@jdk.jfr.Label("Member")
@Description("Where a member of a group runs; told together with its traffic.")
final class MemberEvent extends GroupEvent {
    @jdk.jfr.Label("Members")
    int members;

    @jdk.jfr.Label("Host")
    String host = "";

    @jdk.jfr.Label("Process Id")
    long pid;
}
