package tutti.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One run of a test method on all members of a group, or on those of one child JVM. */
interface TestRun {
    /** Parameter of JUnit by which a child JVM knows that it is one: its folder. */
    String CHILD = "tutti.junit.child";

    /** Returns the run that is asked of this JVM. */
    static TestRun of(Plan plan, ExtensionContext context) {
        return context.getConfigurationParameter(CHILD)
                .<TestRun>map(folder -> body -> runInChild(plan, new ChildFolder(Path.of(folder)), body))
                .orElse(body -> runWithChildren(plan, context.getUniqueId(), body));
    }

    /**
     * Runs the test method on the members.
     *
     * @throws Throwable of which the test fails
     */
    void run(TestMember.Body body) throws Throwable;

    private static void runWithChildren(Plan plan, String uniqueId, TestMember.Body body) throws Throwable {
        Deadline deadline = Deadline.in(plan.timeToStart());
        List<Report> reports = new ArrayList<>();
        try (ChildJvms children = ChildJvms.start(plan, uniqueId, deadline)) {
            LocalMembers local = LocalMembers.start(children.placeOfParent(), body);
            children.onEnd(local::noticeEndElsewhere);
            Report own = local.await();
            reports.addAll(children.await(!own.isGood(), local.remaining()));
            reports.add(own); // last: what is wrong here may follow from what was there
        }
        Throwable failure = new Verdict(plan, reports).failure();
        if (failure != null) {
            throw failure;
        }
    }

    /** Throws nothing of the members': the parent judges. */
    private static void runInChild(Plan plan, ChildFolder folder, TestMember.Body body) throws Throwable {
        LocalMembers local = LocalMembers.start(folder.place(plan), body);
        ParentWatch.onEnd(local::release);
        folder.report(local.await());
    }
}
