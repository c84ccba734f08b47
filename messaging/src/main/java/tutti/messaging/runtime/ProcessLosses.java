package tutti.messaging.runtime;

import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Device;
import tutti.messaging.device.Notice;
import tutti.messaging.failure.FailureDetector;
import tutti.messaging.failure.ProcessEndedException;
import tutti.serialization.TuttiException;

/**
 * Which processes of the job are lost, why, and who tells whom.
 *
 * <p>One process, the hub, is connected to all others, and tells them of each other's loss: the lowest that is left.
 * Thread-safe.
 */
final class ProcessLosses {
    private final int self;
    private final int processes;
    private final LocalProcess process;
    private final GroupTable groups;
    private final Supplier<Device> device;
    private final FailureDetector failureDetector;
    private final Map<Integer, Throwable> lost = new ConcurrentHashMap<>();
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet(); // those of the lost that closed in good order
    private final Set<Integer> proven = ConcurrentHashMap.newKeySet(); // those of the lost that are known to have ended
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet(); // those of the lost that spoke up again
    private final DoubtfulLosses doubtful;
    private final AtomicBoolean excluded = new AtomicBoolean(); // most others have given this process up

    /**
     * Begins without a loss.
     *
     * @param processes number of processes in the job
     * @param device reaches the others
     * @param failureDetector tells whether this process itself has been silent for too long
     */
    ProcessLosses(
            LocalProcess process,
            int processes,
            GroupTable groups,
            Supplier<Device> device,
            FailureDetector failureDetector) {
        self = process.process();
        this.process = process;
        this.processes = processes;
        this.groups = groups;
        this.device = device;
        this.failureDetector = failureDetector;
        doubtful = new DoubtfulLosses(failureDetector);
    }

    // ---------------------------------------------------------------- what is known

    /** Returns whether nothing more is expected from a process. */
    boolean contains(int other) {
        return lost.containsKey(other);
    }

    /** Returns why a process is lost, or null if it is not. */
    @Nullable
    Throwable cause(int other) {
        return lost.get(other);
    }

    /** Returns whether a process has closed in good order. */
    boolean hasClosed(int other) {
        return ended.contains(other);
    }

    /** Returns whether a lost process is known to have ended, and did not continue without this one. */
    boolean isProven(int other) {
        return proven.contains(other);
    }

    boolean isEmpty() {
        return lost.isEmpty();
    }

    void forEach(BiConsumer<Integer, Throwable> action) {
        lost.forEach(action);
    }

    // ---------------------------------------------------------------- what happens

    /** Everything that a process has sent has arrived, and it has closed. */
    void ended(int other) {
        // not told to others: to them, the process' last messages may still be under way
        ended.add(other);
        add(other, new ProcessEndedException("process has left the job"));
    }

    /**
     * Nothing more arrives from a process, for a reason that the others should know.
     *
     * <p>After a pause of this process the other may be well and have given this one up, while some still listen to it.
     * They are told by {@link #tick} when that is no longer in doubt, unless most have given this one up.
     */
    void lost(int other, Throwable cause) {
        if (other == self) {
            return;
        }
        if (!lost.containsKey(other)) {
            doubtful.note(other, cause);
        }
        if (add(other, cause) && !doubtful.contains(other) && !excluded.get() && hub() == self) {
            tellOthers(other, cause);
        }
        int inQuestion = processes - lost.size() + doubtful.size();
        if (2 * doubtful.size() >= inQuestion) {
            exclude();
        }
    }

    /** Called at regular times. */
    void tick() {
        if (!excluded.get() && doubtful.isOver() && hub() == self) {
            tellOthers();
        }
    }

    /**
     * Gives up those that have not given this process up yet, so that they lose it as the others have, and all agree.
     */
    private void exclude() {
        if (excluded.compareAndSet(false, true)) {
            TuttiException cause = new TuttiException(
                    "this process was stopped, or got no processor, for too long: most others have given it up: process=%d processes=%d"
                            .formatted(self, processes));
            IntStream.range(0, processes)
                    .filter(other -> !lost.containsKey(other))
                    .forEach(other -> giveUp(other, cause));
        }
    }

    /** Counts a process as lost to which there may still be a connection. */
    void giveUp(int other, TuttiException cause) {
        String reason = String.valueOf(cause.getMessage());
        lost(other, cause);
        if (other != self) {
            groups.forEach(group -> group.givenUp(other, reason));
            device.get().abandon(other, reason); // after that, so that the reason is known before the connection ends
        }
    }

    /**
     * A process has sent a notice.
     *
     * @throws TuttiException if it was given up, for the first time that it speaks up again
     */
    boolean mayHear(int other) {
        Throwable why = lost.get(other);
        if (why == null || ended.contains(other)) {
            return true;
        }
        if (refused.add(other)) {
            // it may think that all others are lost, because they have given it up, and not know that they have
            throw new TuttiException("process was given up: process=%d: %s".formatted(other, why.getMessage()));
        }
        return false;
    }

    private boolean add(int other, Throwable cause) {
        boolean isFirst = lost.putIfAbsent(other, cause) == null;
        if (isFirst) {
            if (ProcessEndedException.isCauseOf(cause) && !failureDetector.hasStoodStill()) {
                proven.add(other); // before members hear of the loss
            }
            groups.forEach(group -> group.processLost(other, cause));
            if (other < hub()) {
                replaceHub();
            }
        }
        return isFirst;
    }

    private void tellOthers() {
        lost.forEach((other, cause) -> {
            if (!ended.contains(other) && !doubtful.contains(other)) {
                tellOthers(other, cause);
            }
        });
    }

    private void tellOthers(int other, Throwable cause) {
        BitSet all = new BitSet();
        all.set(0, processes);
        process.tell(all, Notice.lost(other, String.valueOf(cause.getMessage()), isProven(other)));
    }

    // ---------------------------------------------------------------- the hub

    private int hub() {
        int hub = 0;
        while (lost.containsKey(hub)) {
            hub++;
        }
        return hub;
    }

    /** Connects the hub with every other process, so that they notice each other's loss. */
    void connectToHub() {
        int hub = hub();
        IntStream.range(0, processes)
                .filter(other -> other != self && !lost.containsKey(other))
                .filter(other -> hub == self || other == hub)
                .forEach(device.get()::connect);
    }

    /** The hub was lost: another takes its place, unless this process depends on others no more. */
    private void replaceHub() {
        if (excluded.get() || !groups.hasMembers()) {
            return;
        }
        connectToHub();
        if (hub() == self) {
            tellOthers();
        }
    }
}
