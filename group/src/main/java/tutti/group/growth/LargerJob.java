package tutti.group.growth;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import tutti.messaging.config.Job;

/**
 * A job that is to be, with all processes of a group and others.
 *
 * @param masterHost where its process 0 listens
 * @param masterPort at which port, or 0 at process 0 if the system is to choose
 * @param first index in it of the group's first process
 * @param processes number of its processes
 * @param group name of the group in it of all members
 * @param members number of these
 * @param limit how long to wait for the others
 */
record LargerJob(
        String masterHost, int masterPort, int first, int processes, String group, int members, Duration limit) {

    /** Says all of it, for the other members of a group. */
    List<String> texts() {
        return RootAnswer.of(
                masterHost,
                Integer.toString(masterPort),
                Integer.toString(first),
                Integer.toString(processes),
                group,
                Integer.toString(members),
                limit.toString());
    }

    /** Returns what a root has told. */
    static LargerJob of(List<String> texts) {
        return new LargerJob(
                texts.get(0),
                Integer.parseInt(texts.get(1)),
                Integer.parseInt(texts.get(2)),
                Integer.parseInt(texts.get(3)),
                texts.get(4),
                Integer.parseInt(texts.get(5)),
                Duration.parse(texts.get(6)));
    }

    LargerJob at(int port) {
        return new LargerJob(masterHost, port, first, processes, group, members, limit);
    }

    /** Returns the processes of a group in the order that they have in a larger job: first that of a root. */
    static int[] processesOf(GrowingGroup group, int root) {
        return IntStream.concat(IntStream.of(root), IntStream.range(0, group.size()))
                .map(group::processOf)
                .distinct()
                .toArray();
    }

    /** Returns the place in it of a process of the group. */
    Job placeOf(Job old, GrowingGroup group, int root) {
        int[] all = processesOf(group, root);
        int own = IntStream.range(0, all.length)
                .filter(i -> all[i] == old.process())
                .findFirst()
                .orElseThrow();
        return old.withLargerPlace(first + own, processes, masterHost, masterPort)
                .withJoinTimeout(limit);
    }
}
