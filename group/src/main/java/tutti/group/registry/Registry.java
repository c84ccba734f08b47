package tutti.group.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.registry.RefusedException.Why;

/**
 * All groups of a job, by name: the state behind two-phase creation. Lives in process 0; knows nothing of messages.
 *
 * <p>Thread-safe. {@link #getGroup} and {@link #leave} block; the other methods do not.
 */
final class Registry {
    private static final System.Logger LOG = System.getLogger(Registry.class.getName());
    private static final Duration WARNED_AFTER = Duration.ofSeconds(30);

    private final int processes;
    private final int members;
    private final IntFunction<String> describe;
    private final BiConsumer<Integer, GroupDescription> prepare;
    private final Duration warnedAfter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // all guarded by lock
    private final Map<String, GroupRecord> groups = new HashMap<>();
    private final BitSet lost = new BitSet();
    private final BitSet left = new BitSet();
    private long lastId;

    /**
     * Makes a registry without groups.
     *
     * @param members how many members the job is to have, at least one from each process
     * @param describe describes a process for people
     * @param prepare asks a process to open the mailboxes of its members of a group, and to answer with {@link
     *     #prepared}
     */
    Registry(int processes, int members, IntFunction<String> describe, BiConsumer<Integer, GroupDescription> prepare) {
        this(processes, members, describe, prepare, WARNED_AFTER);
    }

    /**
     * Makes a registry as the other constructor does.
     *
     * @param warnedAfter how long members of a group may be missing before the log says so
     */
    Registry(
            int processes,
            int members,
            IntFunction<String> describe,
            BiConsumer<Integer, GroupDescription> prepare,
            Duration warnedAfter) {
        this.processes = processes;
        this.members = members;
        this.describe = describe;
        this.prepare = prepare;
        this.warnedAfter = warnedAfter;
    }

    /**
     * Adds members of one process to an inactive group, in this order; those before one that is refused stay.
     *
     * @param rank rank of the only member, or null for any
     */
    void addMembers(String name, List<MemberReference> added, @Nullable Integer rank) {
        change(() -> {
            GroupRecord group = groups.computeIfAbsent(name, GroupRecord::new);
            added.forEach(member -> group.add(member, rank));
        });
    }

    void deleteMember(String name, MemberReference member) {
        change(() -> known(name).delete(member));
    }

    void copyGroup(String destination, String source) {
        change(() -> {
            GroupRecord original = known(source);
            if (groups.containsKey(destination)) {
                throw new RefusedException(
                        Why.NAME_IN_USE,
                        "name is in use: group=%s; let one process copy, or deleteGroup the old one first"
                                .formatted(destination));
            }
            groups.put(destination, original.copy(destination));
        });
    }

    /** Removes the name, and returns what was active under it. */
    @Nullable
    GroupDescription deleteGroup(String name) {
        lock.lock();
        try {
            GroupRecord group = known(name);
            if (group.state() == GroupRecord.State.PREPARING) {
                throw new RefusedException(Why.GROUP_ACTIVE, "group is being activated: group=" + name);
            }
            groups.remove(name);
            changed.signalAll();
            return group.state() == GroupRecord.State.ACTIVE ? group.description() : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a group has so many members and every process that hosts one has prepared for it.
     *
     * @param fromEveryProcess whether each process of the job adds a member, so that none may be lost
     */
    GroupDescription getGroup(String name, int size, boolean fromEveryProcess, Duration timeout)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        GroupRecord group;
        GroupDescription description;
        boolean first;
        lock.lock();
        try {
            group = awaitMembers(name, size, fromEveryProcess || size >= members, timeout, deadline);
            first = group.state() == GroupRecord.State.INACTIVE;
            if (first) {
                group.startPreparing(++lastId);
            }
            description = group.description();
        } finally {
            lock.unlock();
        }
        if (first) {
            group.processes().forEach(process -> prepare.accept(process, description));
        }
        lock.lock();
        try {
            awaitPrepared(group, description.getId(), timeout, deadline);
        } finally {
            lock.unlock();
        }
        return description;
    }

    /** A process has opened its members' mailboxes, or says why it can't. */
    void prepared(int process, long groupId, @Nullable RefusedException refusal) {
        change(() -> groups.values().stream()
                .filter(group -> group.state() == GroupRecord.State.PREPARING
                        && group.description().getId() == groupId)
                .forEach(group -> {
                    if (refusal == null) {
                        group.prepared(process);
                    } else {
                        group.giveUp(refusal);
                    }
                }));
    }

    /** Waits until every process has said that it is about to end, or is lost. */
    void leave(int process) throws InterruptedException {
        lock.lock();
        try {
            left.set(process);
            changed.signalAll();
            while (left.cardinality() < processes) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A process has gone, in whatever way. */
    void lost(int process) {
        change(() -> {
            if (!left.get(process)) {
                lost.set(process);
            }
            left.set(process);
            for (GroupRecord group : groups.values()) {
                if (group.state() == GroupRecord.State.PREPARING && group.membersAt(process) > 0) {
                    group.giveUp(lostMember(group.description().getName(), process, group.lowestRankAt(process)));
                }
            }
        });
    }

    /** Called with the lock. */
    private GroupRecord awaitMembers(String name, int size, boolean fromAll, Duration timeout, long deadline)
            throws InterruptedException {
        long warning = System.nanoTime() + warnedAfter.toNanos();
        while (true) {
            GroupRecord group = known(name);
            if (group.size() == size) {
                return group;
            }
            if (group.size() > size) {
                throw new RefusedException(
                        Why.TOO_MANY_MEMBERS,
                        "group has more members than asked for: group=%s members=%d asked=%d: %s; does every process ask for the same number?"
                                .formatted(name, group.size(), size, whoIsIn(group)));
            }
            if (group.state() != GroupRecord.State.INACTIVE) {
                throw new RefusedException(
                        Why.GROUP_ACTIVE,
                        "group is active with fewer members than asked for: group=%s members=%d asked=%d: %s"
                                .formatted(name, group.size(), size, whoIsIn(group)));
            }
            checkNobodyLeft(group, name, size, fromAll);
            if (timeout.equals(RegistryClient.UNLIMITED)) {
                changed.await(); // a timer could wake a thread, so that no deadlock in this process would be certain
                continue;
            }
            long now = System.nanoTime();
            boolean isWarned = now - warning >= 0;
            if (isWarned && group.mustWarn()) {
                warn(group, size, timeout);
            }
            long left = isWarned ? deadline - now : Math.min(warning - now, deadline - now);
            if (changed.awaitNanos(left) <= 0 && System.nanoTime() - deadline >= 0) {
                throw new RefusedException(
                        Why.TIMED_OUT,
                        "group is not complete: group=%s members=%d asked=%d waited=%s: %s; start the others, or ask for fewer; a call of communicator adds one member"
                                .formatted(name, group.size(), size, timeout, whoIsIn(group)));
            }
        }
    }

    private void warn(GroupRecord group, int size, Duration timeout) {
        LOG.log(
                System.Logger.Level.WARNING,
                "group is not complete after {0}: group={1} members={2} asked={3} timeout={4}: {5}",
                warnedAfter,
                group.name(),
                group.size(),
                size,
                timeout,
                whoIsIn(group));
    }

    /** Called with the lock. */
    private void awaitPrepared(GroupRecord group, long id, Duration timeout, long deadline)
            throws InterruptedException {
        while (group.state() != GroupRecord.State.ACTIVE || group.description().getId() != id) {
            RefusedException refusal = group.refusalOf(id);
            if (refusal != null) {
                throw refusal.again();
            }
            if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
                throw new RefusedException(
                        Why.TIMED_OUT,
                        "not every process has prepared for the group: group=%s waited=%s silent processes=%s: %s"
                                .formatted(group.description().getName(), timeout, group.unprepared(), whoIsIn(group)));
            }
        }
    }

    /**
     * Refuses to wait for a group that can't become complete.
     *
     * @param fromAll whether it takes members of all processes; some part of the job may form one without the others
     */
    private void checkNobodyLeft(GroupRecord group, String name, int size, boolean fromAll) {
        left.stream()
                .filter(process -> group.membersAt(process) > 0)
                .findFirst()
                .ifPresent(process -> {
                    throw lostMember(name, process, -1);
                });
        if (!fromAll) {
            return;
        }
        left.stream().findFirst().ifPresent(process -> {
            throw new RefusedException(
                    Why.PROCESS_LOST,
                    "process ended before it added a member: group=%s members=%d asked=%d %s; its output has the cause if it failed; if its main method ended normally, let every process call run, start or getGroup"
                            .formatted(name, group.size(), size, describe.apply(process)),
                    process,
                    -1);
        });
    }

    private GroupRecord known(String name) {
        GroupRecord group = groups.get(name);
        if (group == null) {
            throw new RefusedException(
                    Why.UNKNOWN_GROUP,
                    "no such group: group=%s known=%s; add a member first, or correct the name"
                            .formatted(name, new TreeSet<>(groups.keySet())));
        }
        return group;
    }

    /** Says for people how many members each process has added, and which processes have added none. */
    private String whoIsIn(GroupRecord group) {
        StringBuilder text = new StringBuilder();
        List<Integer> missing = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            long count = group.membersAt(process);
            if (count == 0) {
                missing.add(process);
            } else {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(" from ")
                        .append(describe.apply(process));
            }
        }
        return text
                + (missing.isEmpty() ? "" : "; none from processes=" + missing)
                + (lost.isEmpty() ? "" : "; lost processes=" + lost);
    }

    private RefusedException lostMember(String name, int process, int rank) {
        return new RefusedException(
                Why.PROCESS_LOST,
                "process of a member has ended or was lost: group=%s %s; delete the group and build it anew from those that are left"
                        .formatted(name, describe.apply(process)),
                process,
                rank);
    }

    private void change(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
