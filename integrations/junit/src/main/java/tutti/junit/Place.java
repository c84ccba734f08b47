package tutti.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;

/**
 * The part of one JVM in the job of a test.
 *
 * @param meeting where its processes meet, or null if it is the only one
 * @param deadline when the test's time is up
 */
record Place(Plan plan, int process, @Nullable Meeting meeting, Deadline deadline) {

    /**
     * What processes need to find and to know each other.
     *
     * @param master host:port at which process 0 is to listen
     * @param secretFile file that only this user can open
     */
    record Meeting(String master, String secretFile) {}

    /** Returns the ranks of this JVM's members. */
    List<Integer> ranks() {
        Partition partition = new Partition(plan.members(), plan.jvms());
        int first = partition.offset(process);
        return IntStream.range(first, first + partition.size(process)).boxed().toList();
    }

    /** Returns the arguments of this process' master; what the environment says of another job does not count. */
    String[] arguments() {
        long seconds = Math.max(remaining().toSeconds(), 1);
        List<String> all = new ArrayList<>(plan.settings());
        all.add(Plan.argument("members=" + plan.members()));
        all.add(Plan.argument("timeout=" + seconds));
        all.add(Plan.argument("join-timeout=" + seconds));
        all.add(Plan.argument("provider=" + (meeting == null ? "alone" : "settings")));
        if (meeting != null) {
            all.add(Plan.argument("size=" + plan.jvms()));
            all.add(Plan.argument("rank=" + process));
            all.add(Plan.argument("master=" + meeting.master()));
            all.add(Plan.argument("secret-file=" + meeting.secretFile()));
        }
        return all.toArray(String[]::new);
    }

    Duration remaining() {
        return deadline.remaining();
    }
}
