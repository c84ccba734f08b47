package tutti.group.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Shrink;
import tutti.group.registry.GroupDescriptions;

/**
 * One shrink on a simulated network: members call and leave, messages travel, processes die, stand still for a while,
 * and connections are cut in an order that follows from a seed. The group may be about to grow.
 */
final class SimulatedShrink {
    private final Random random;
    private final boolean cuts;
    private final boolean grows;
    private final int size;
    private final GroupDescription old;
    private final List<Host> processes = new ArrayList<>();
    private final Map<List<Integer>, Deque<Shrink>> network = new HashMap<>(); // by sender and receiver
    private final Map<Long, GroupDescription> proposed = new HashMap<>();
    private final List<String> history = new ArrayList<>();
    private int crashesLeft;
    private int steps;

    /**
     * Makes a simulation in which processes die.
     *
     * @param cuts whether connections are cut between living ones
     * @param grows whether members vote that the group has grown
     */
    SimulatedShrink(long seed, boolean cuts, boolean grows) {
        random = new Random(seed);
        this.cuts = cuts;
        this.grows = grows;
        size = 1 + random.nextInt(6);
        GroupDescription.Builder group = GroupDescription.newBuilder().setId(1).setName("g");
        int members = size + random.nextInt(4);
        for (int rank = 0; rank < members; rank++) {
            int process = rank < size ? rank : random.nextInt(size);
            group.addMembers(MemberReference.newBuilder().setProcess(process).setHandle(rank));
        }
        old = group.build();
        crashesLeft = random.nextInt(size + 1);
        for (int process = 0; process < size; process++) {
            processes.add(new Host(process));
        }
    }

    /** Returns what has happened so far, one event a line. */
    String history() {
        return String.join(System.lineSeparator(), history);
    }

    /** Runs until nothing is left to happen. */
    void run() {
        while (step()) {
            assertThat(++steps).as("steps").isLessThan(100_000);
        }
    }

    private boolean step() {
        List<Runnable> possible = new ArrayList<>();
        network.forEach((way, messages) -> {
            if (!messages.isEmpty() && !processes.get(way.get(1)).stopped) {
                possible.add(() -> deliver(way.get(0), way.get(1), messages));
            }
        });
        for (Host process : processes) {
            if (process.stopped) {
                possible.add(() -> process.goOn());
            } else if (process.alive) {
                process.undecided.stream().forEach(rank -> possible.add(() -> process.actOf(rank)));
                if (process.mayVote()) {
                    possible.add(process::vote);
                } else if (process.mayHearVotes()) {
                    possible.add(process::hearVotes);
                }
                process.unnoticed.stream()
                        .filter(other -> way(other, process.index).isEmpty())
                        .forEach(other -> possible.add(() -> process.notice(other)));
            }
        }
        if (possible.isEmpty()) {
            return false;
        }
        int choice = random.nextInt(100);
        if (choice < 4 && crashesLeft > 0) {
            crashesLeft--;
            crash(processes.get(random.nextInt(size)));
        } else if (choice < 6 && cuts) {
            cut(random.nextInt(size), random.nextInt(size));
        } else if (choice == 6 && cuts && random.nextInt(3) == 0) {
            cutInTwo(1 + random.nextInt(1 << size));
        } else if (choice == 7 && cuts && random.nextInt(3) == 0) {
            stop(processes.get(random.nextInt(size)));
        } else {
            possible.get(random.nextInt(possible.size())).run();
        }
        return true;
    }

    private Deque<Shrink> way(int from, int to) {
        return network.computeIfAbsent(List.of(from, to), way -> new ArrayDeque<>());
    }

    private void deliver(int from, int to, Deque<Shrink> messages) {
        Shrink message = messages.removeFirst();
        history.add("%d hears from %d: %s".formatted(to, from, text(message)));
        if (processes.get(to).alive) {
            processes.get(to).protocol.hear(from, message);
        }
    }

    private static String text(Shrink message) {
        return TextFormat.printer()
                .emittingSingleLine(true)
                .printToString(message.toBuilder().clearGroup().build());
    }

    private void crash(Host process) {
        history.add(process.index + " dies");
        process.alive = false;
        process.stopped = false;
        for (Host other : processes) {
            if (other != process) {
                loseSome(way(process.index, other.index));
                way(other.index, process.index).clear();
                other.willNotice(process.index, true);
            }
        }
        way(process.index, process.index).clear();
    }

    private void cut(int one, int other) {
        if (one != other && processes.get(one).alive && processes.get(other).alive) {
            history.add("cut between %d and %d".formatted(one, other));
            loseSome(way(one, other));
            loseSome(way(other, one));
            processes.get(one).willNotice(other, false);
            processes.get(other).willNotice(one, false);
        }
    }

    /** The network falls into two parts, which may both live. */
    private void cutInTwo(int part) {
        for (int one = 0; one < size; one++) {
            for (int other = 0; other < one; other++) {
                if ((part >> one & 1) != (part >> other & 1)) {
                    cut(one, other);
                }
            }
        }
    }

    /** A process stands still for so long that the others give it up, and continues later. */
    private void stop(Host process) {
        if (process.alive) {
            history.add(process.index + " stands still");
            process.stopped = true;
            for (int other = 0; other < size; other++) {
                cut(process.index, other);
            }
        }
    }

    /** What was sent last is lost; before it, all arrives. */
    private void loseSome(Deque<Shrink> messages) {
        for (int lost = random.nextInt(messages.size() + 1); lost > 0; lost--) {
            messages.removeLast();
        }
    }

    /**
     * Everybody who called knows what came of it, and all who were not cut off have the same group, in the old order.
     */
    void check() {
        Set<Long> groups = new HashSet<>();
        for (Host process : processes) {
            if (process.alive && process.isWaiting() && !process.isolated) {
                GroupDescription group = process.group;
                assertThat(group).as("outcome at process %d", process.index).isNotNull();
                if (group.getGrown()) {
                    continue;
                }
                checkMembers(group);
                if (GroupDescriptions.hosts(group).get(process.index)) {
                    checkOthersOf(group, process);
                }
                if (process.joined == group.getId()) {
                    groups.add(group.getId());
                }
            }
        }
        assertThat(groups).as("groups that continue").hasSizeLessThanOrEqualTo(1);
        if (!groups.isEmpty()) {
            assertThat(processes).as("processes in the larger group").noneMatch(process -> process.grown);
        }
        if (!cuts) {
            assertThat(processes).as("processes").noneMatch(process -> process.isolated);
            processes.stream()
                    .filter(process -> process.alive && process.group != null && process.isWaiting())
                    .forEach(process -> process.callers.stream()
                            .filter(rank -> !process.left.get(rank))
                            .forEach(rank -> assertThat(process.group.getMembersList())
                                    .as("survivor %d", rank)
                                    .contains(old.getMembers(rank))));
        }
    }

    private void checkMembers(GroupDescription group) {
        assertThat(proposed.get(group.getId()))
                .as("proposals with one identity")
                .isEqualTo(group);
        assertThat(group.getName()).isEqualTo("g#1");
        List<Long> ranks =
                group.getMembersList().stream().map(MemberReference::getHandle).toList();
        assertThat(ranks).as("order of ranks").isSorted();
        for (MemberReference member : group.getMembersList()) {
            assertThat(processes.get(member.getProcess()).callers.get((int) member.getHandle()))
                    .as("member %s has called", member)
                    .isTrue();
        }
    }

    /** No one waits in the group for one that does not know it and that has not said so. */
    private void checkOthersOf(GroupDescription group, Host process) {
        GroupDescriptions.hosts(group).stream()
                .mapToObj(processes::get)
                .filter(other -> other.alive && !process.lost.get(other.index))
                .forEach(other -> assertThat(other.joined == group.getId() || other.abandoned.contains(group.getId()))
                        .as("process %d knows the group of process %d", other.index, process.index)
                        .isTrue());
    }

    private final class Host implements ShrinkEnvironment {
        private final int index;
        private final BitSet undecided = new BitSet(); // ranks whose members may still call or leave
        private final BitSet callers = new BitSet();
        private final BitSet left = new BitSet();
        private final BitSet unnoticed = new BitSet();
        private final BitSet lost = new BitSet();
        private final Set<Long> opened = new HashSet<>();
        private final Set<Long> abandoned = new HashSet<>();
        private final Shrinking protocol;
        private final BitSet dead = new BitSet(); // of those that it has lost or will notice
        private boolean alive = true;
        private boolean stopped;
        private boolean isolated;
        private long joined;
        private long made;
        private @Nullable GroupDescription group;
        private boolean voted;
        private boolean sealed;
        private boolean grown;

        Host(int index) {
            this.index = index;
            for (int rank = 0; rank < old.getMembersCount(); rank++) {
                undecided.set(rank, old.getMembers(rank).getProcess() == index);
            }
            protocol = new Shrinking(old, undecided, this);
        }

        /** A member leaves, or calls; one that has called may leave later, as one whose wait is interrupted. */
        void actOf(int rank) {
            boolean leaves = random.nextInt(5) == 0;
            history.add("%d: rank %d %s".formatted(index, rank, leaves ? "leaves" : "calls"));
            if (leaves) {
                undecided.clear(rank);
                left.set(rank);
                protocol.gone(rank);
            } else if (callers.get(rank)) {
                undecided.clear(rank);
            } else {
                callers.set(rank);
                protocol.called(rank);
            }
        }

        boolean mayVote() {
            return grows && !voted && !sealed;
        }

        void vote() {
            history.add(index + " votes for the larger group");
            voted = true;
        }

        boolean mayHearVotes() {
            return voted && !grown && processes.stream().allMatch(process -> process.voted);
        }

        void hearVotes() {
            history.add(index + " hears that all have");
            grown = true;
            protocol.learnOfGrowth();
        }

        boolean isWaiting() {
            BitSet waiting = (BitSet) callers.clone();
            waiting.andNot(left);
            return !waiting.isEmpty();
        }

        /** The first sign counts: of a process that was cut off before it died, no one can tell that it has. */
        void willNotice(int other, boolean ended) {
            if (!unnoticed.get(other) && !lost.get(other)) {
                unnoticed.set(other);
                dead.set(other, ended);
            }
        }

        void goOn() {
            history.add(index + " continues");
            stopped = false;
        }

        void notice(int other) {
            history.add("%d has lost %d".formatted(index, other));
            unnoticed.clear(other);
            lost.set(other);
            protocol.lost(other);
        }

        @Override
        public int process() {
            return index;
        }

        @Override
        public boolean isLost(int process) {
            return lost.get(process);
        }

        @Override
        public boolean hasEnded(int process) {
            return dead.get(process);
        }

        @Override
        public void isolated(List<Integer> reached) {
            history.add("%d reaches too few: %s".formatted(index, reached));
            isolated = true;
        }

        @Override
        public void send(int process, Shrink message) {
            boolean cutOff = unnoticed.get(process) || lost.get(process);
            if (processes.get(process).alive && !cutOff) {
                way(index, process).addLast(message);
            }
        }

        @Override
        public long newGroupId() {
            return 100 + made++ * size + index;
        }

        @Override
        public boolean hasGrown() {
            return grown;
        }

        @Override
        public boolean sealGrowth() {
            sealed = true;
            return voted;
        }

        @Override
        public void revoke() {}

        @Override
        public void open(GroupDescription group) {
            assertThat(opened.add(group.getId())).as("opened once").isTrue();
            GroupDescription same = proposed.putIfAbsent(group.getId(), group);
            assertThat(same == null || same.equals(group)).as("one identity").isTrue();
        }

        @Override
        public void abandon(GroupDescription group) {
            abandoned.add(group.getId());
        }

        @Override
        public boolean hasAbandoned(GroupDescription group) {
            return abandoned.contains(group.getId());
        }

        @Override
        public void decided(GroupDescription group) {
            assertThat(this.group).as("decided once").isNull();
            proposed.putIfAbsent(group.getId(), group);
            this.group = group;
            if (group.getGrown()) {
                grown |= voted;
                return;
            }
            assertThat(grown)
                    .as("grown, and yet another group: process %d", index)
                    .isFalse();
            voted = false;
            if (opened.contains(group.getId()) && !abandoned.contains(group.getId())) {
                joined = group.getId();
            } else {
                abandoned.add(group.getId()); // as ShrinkPart does for a group that it is said to be in
            }
        }

        @Override
        public void silent(List<Integer> ranks) {}
    }
}
