package tutti.messaging.trace;

import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.StackTrace;
import tutti.messaging.signature.GroupLayout;

/** An event of one member in one group, in Flight Recorder; see docs/profiling.md. */
@Category("Tutti")
@Enabled(false)
@StackTrace(false)
abstract class GroupEvent extends Event {
    @jdk.jfr.Label("Group")
    String group = "";

    @jdk.jfr.Label("Group Identity")
    long groupId;

    @jdk.jfr.Label("Rank")
    int rank;

    @jdk.jfr.Label("Process")
    int process;

    /** Says whose it is. */
    final void place(GroupLayout layout, int member, int ofProcess) {
        group = layout.name();
        groupId = layout.group();
        rank = member;
        process = ofProcess;
    }
}
