package tutti.examples.support;

import tutti.group.ColGroupMaster;

/** Lines that the reports of several programs have. */
public final class Text {
    private Text() {}

    /** Returns how many members there were, and in how many processes. */
    public static String members(ColGroupMaster master) {
        return "members: %d in %d process%s"
                .formatted(master.numberOfCpus(), master.processes(), master.processes() == 1 ? "" : "es");
    }
}
