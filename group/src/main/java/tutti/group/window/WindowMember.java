package tutti.group.window;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowFrame.Kind;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.MemberCondition;
import tutti.messaging.runtime.MemberService;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/**
 * One member's place in a window: its accesses to others' memory, and what others do with its own.
 *
 * <p>Members of one process call each other; between processes messages travel in a context of the window's group,
 * which a {@link WindowService} takes, without the member's doing. Thread-safe.
 */
public final class WindowMember {
    /** The context of a window's group in which its messages travel. */
    static final int CONTEXT = 6;

    static final int TAG = 0;

    private final Endpoint endpoint;
    private final List<Exposed> exposed;
    private final LocalWindow local;
    private final MemberCondition condition;
    private final EpochCalls epochs;
    private final TargetQueues queues;
    private final WindowService service;
    private final @Nullable Counters[] counters; // by target, those that can be added to at once
    private final @Nullable Counters[] open; // those of them that an epoch is open for; written under this
    private final Set<Integer> watched = ConcurrentHashMap.newKeySet(1); // members of this process
    private volatile boolean closed;

    /**
     * Takes a place.
     *
     * @param exposed what each member exposes
     */
    public WindowMember(Endpoint endpoint, List<Exposed> exposed, LocalWindow local) {
        this.endpoint = endpoint;
        this.exposed = exposed;
        this.local = local;
        condition = endpoint.condition(CONTEXT);
        counters = new Counters[endpoint.size()];
        open = new Counters[endpoint.size()];
        epochs = new EpochCalls(endpoint, condition, new Neighbors());
        queues = new TargetQueues(
                endpoint, condition, this::send, (target, what) -> "%s: %s".formatted(what, ends(target)));
        service = new WindowService(endpoint, new Tasks());
        condition.serve(service);
        local.add(endpoint.rank(), this);
    }

    /** What all members know of the memory that one exposes. */
    public record Exposed(ElementType type, long length, boolean isReadOnly) {
        @Override
        public String toString() {
            return "%s[%d]%s".formatted(type, length, isReadOnly ? " read-only" : "");
        }
    }

    /** From now on this member does what messages of others say; all memory that can be in reach is. */
    public void open() {
        int process = endpoint.neighbours().process();
        for (int rank = 0; rank < endpoint.size(); rank++) {
            WindowMemory part = local.part(rank);
            counters[rank] = part == null ? null : part.counters();
            if (endpoint.neighbours().processOf(rank) != process) {
                service.receive(rank);
            }
        }
    }

    public Exposed exposed(int rank) {
        return exposed.get(rank);
    }

    /** Returns the memory of a member if it is in reach, or null. */
    public @Nullable DirectBuffer memory(int rank) {
        WindowMemory part = local.part(rank);
        return part == null ? null : part.memory();
    }

    /** Returns what opens and ends accesses. */
    public EpochCalls epochs() {
        return epochs;
    }

    // ---------------------------------------------------------------- operations

    /** Begins an operation, or does it: returns whether it is done, and has not failed. */
    public boolean start(WindowOperation operation) {
        WindowMemory part = begin(operation);
        if (operation.length() == 0) {
            operation.finish();
            return true;
        }
        if (part == null) {
            queues.of(operation.target()).start(operation);
            return operation.hasSucceeded();
        }
        operation.run(part);
        return true;
    }

    /** Checks an operation, and returns the target's memory if it is in reach. */
    private @Nullable WindowMemory begin(WindowOperation operation) {
        int target = operation.target();
        requireAccess(operation.name(), target);
        Exposed there = exposed.get(target);
        long index = operation.index();
        if (operation.type() != there.type() && operation.length() > 0) {
            throw new IllegalArgumentException("%s: the types differ: buffer=%s[%d], %s; pass a buffer of %s"
                    .formatted(operation.name(), operation.type(), operation.length(), ends(target), there.type()));
        }
        if (index < 0 || index > there.length() - operation.length()) {
            throw new IndexOutOfBoundsException(
                    "%s: elements lie outside the window: index=%d length=%d, %s; ask length(rank) before"
                            .formatted(operation.name(), index, operation.length(), ends(target)));
        }
        if (there.isReadOnly() && operation.writes()) {
            throw new IllegalArgumentException(
                    "%s: the window may only be read: %s; let that member expose memory that may be written"
                            .formatted(operation.name(), ends(target)));
        }
        return local.part(target);
    }

    private void requireAccess(String operation, int target) {
        requireOpen();
        try {
            condition.requirePresent(target);
        } catch (MemberFailedException e) {
            throw WindowOperation.named(e, operation, target);
        }
        epochs.state().requireAccess(operation, target);
    }

    /** Throws if the window is closed. */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "window is closed: here %s; make another".formatted(endpoint.describe(endpoint.rank())));
        }
    }

    /** Names both ends of an operation, for errors. */
    public String ends(int target) {
        return "here rank=%d; target %s window=%s"
                .formatted(endpoint.rank(), endpoint.describe(target), exposed.get(target));
    }

    /** Returns the elements of which one takes a number at once, or null if only an operation can do that. */
    public @Nullable Counters countersAt(int target, long index, long delta) {
        if (target < 0 || target >= open.length) {
            return null;
        }
        Counters found = open[target]; // null after the end of the epoch, and of the window
        if (found != null && condition.isUndisturbed()) {
            return found.take(index, delta) ? found : null;
        }
        found = counters[target];
        if (found == null || !found.take(index, delta)) {
            return null;
        }
        requireAccess("fetchAndAdd", target);
        return found;
    }

    /** Waits until an operation is done, or only until its source is the caller's again if it has no result. */
    public void await(Endpoint caller, WindowOperation operation) {
        try {
            condition(caller)
                    .awaitService(operation.target(), "the answer to " + operation.name(), () -> isOver(operation));
        } catch (MemberFailedException e) {
            operation.abandon();
            throw WindowOperation.named(e, operation.name(), operation.target());
        } catch (RuntimeException | Error e) {
            operation.abandon();
            throw e;
        }
        if (operation.isDone()) {
            queues.of(operation.target()).reported(operation);
            operation.rethrow();
        }
    }

    private static @Nullable Boolean isOver(WindowOperation operation) {
        boolean isRead = operation.isCaptured() && !operation.hasResult();
        return (isRead || operation.isDone()) ? true : null;
    }

    static MemberCondition condition(Endpoint caller) {
        return caller.condition(CONTEXT);
    }

    // ---------------------------------------------------------------- waiting for operations

    /** Waits until all operations on a member are done there. */
    public void flush(Endpoint caller, int target) {
        queues.awaitIdle(caller, target, false);
        flushed(queues.takeFailure(target));
    }

    /** Waits until the buffers of all operations on a member are the caller's again. */
    public void flushLocal(Endpoint caller, int target) {
        queues.awaitIdle(caller, target, true);
        flushed(queues.takeFailure(target));
    }

    /** Waits until all operations of this member are done. */
    public void flushAll(Endpoint caller) {
        for (int target = 0; target < endpoint.size(); target++) {
            queues.awaitIdle(caller, target, false);
        }
        TuttiException first = null;
        for (int target = 0; target < endpoint.size(); target++) { // a failure is thrown once, if not as the first
            TuttiException failure = queues.takeFailure(target);
            first = first == null ? failure : first;
        }
        flushed(first);
    }

    private void flushed(@Nullable TuttiException failure) {
        if (failure != null) {
            throw failure;
        }
        condition.requireWhole();
        VarHandle.fullFence(); // what was written at once is seen before what follows
    }

    // ---------------------------------------------------------------- the end

    /** Returns whether it was open. */
    public synchronized boolean close() {
        boolean wasOpen = !closed;
        closed = true;
        Arrays.fill(open, null);
        return wasOpen;
    }

    // ---------------------------------------------------------------- messages

    private void tell(int rank, Kind kind, int code) {
        WindowMember neighbor = local.member(rank);
        if (neighbor != null) {
            neighbor.epochs.told(endpoint.rank(), kind, code);
        } else {
            sendIfPresent(rank, WindowFrame.of(kind, code));
        }
    }

    /** Sends what a member that has gone need not know; what is to come from it ends with the reason. */
    private void sendIfPresent(int rank, byte[] frame) {
        try {
            send(rank, frame);
        } catch (MemberFailedException e) {
            condition.changed();
        }
    }

    private void send(int rank, byte[] frame) {
        endpoint.messages().startSend(rank, CONTEXT, TAG, endpoint.own(frame), false);
    }

    private byte[] serve(Kind kind, WindowFrame frame) {
        try {
            WindowMemory part = local.part(endpoint.rank());
            if (part == null) {
                throw new IllegalStateException("not open yet");
            }
            return TargetService.run(part, kind, frame);
        } catch (RuntimeException e) { // of the program's memory; the origin must know, not this thread
            return WindowFrame.failed(frame.number(), "at the target: " + e);
        }
    }

    /** The other members, as epochs know them. */
    private final class Neighbors implements EpochCalls.Neighbors {
        @Override
        public void tell(int rank, Kind kind, int code) {
            WindowMember.this.tell(rank, kind, code);
        }

        @Override
        public void flush(Endpoint caller, int target) {
            WindowMember.this.flush(caller, target);
        }

        @Override
        public void watch(int source) {
            releaseWhenGone(source);
        }

        @Override
        public void accessChanged(int target, boolean isOpen) {
            synchronized (WindowMember.this) {
                open[target] = isOpen && !closed ? counters[target] : null;
            }
        }
    }

    /** Sees to it that a member of this process that leaves does not keep the lock. */
    private void releaseWhenGone(int source) {
        if (local.member(source) != null && source != endpoint.rank() && watched.add(source)) {
            service.receive(source);
        }
    }

    /** What messages of others say. */
    private final class Tasks implements WindowService.Tasks {
        @Override
        public void take(int source, WindowFrame frame) {
            Kind kind = frame.kind();
            switch (kind) {
                case PUT, GET, UPDATE, GET_AND_UPDATE, COMPARE_AND_SWAP -> sendIfPresent(source, serve(kind, frame));
                case DONE, FAILED -> queues.of(source).answered(frame);
                default -> epochs.told(source, kind, frame.code());
            }
        }

        @Override
        public void gone(int source, MemberFailedException why) {
            if (local.member(source) == null) {
                queues.of(source).gone(why);
            }
            epochs.release(source);
        }

        @Override
        public boolean areIdle() {
            return queues.areIdle();
        }

        @Override
        public MemberService.@Nullable Queue lockQueue(IntSupplier newId) {
            return epochs.lockQueue(newId);
        }
    }
}
