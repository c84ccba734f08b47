package tutti.group;

import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.CompositeCall;
import tutti.collectives.operation.CreateWindow;
import tutti.group.window.HostWindowMemory;
import tutti.group.window.LocalWindow;
import tutti.group.window.WindowMember;
import tutti.group.window.WindowMember.Exposed;
import tutti.group.window.WindowMemory;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/**
 * How the members of a group make a window: they tell each other what they expose, and derive a group for it.
 *
 * <p>No one returns before all take messages of the window. Used by one thread of the member.
 */
final class WindowCreation {
    private static final List<ElementType> TYPES = List.of(ElementType.values());
    private static final int TYPE = 0;
    private static final int LENGTH = 1;
    private static final int READ_ONLY = 2;
    private static final int IDENTITY = 3;

    private final BufferCommunication parent;
    private final long newId;
    private final LongFunction<WindowGroup> derivation;

    /**
     * Prepares one window.
     *
     * @param newId identity of the window's group, if this member has rank 0
     * @param derivation gives this member's place in the group with an identity
     */
    WindowCreation(BufferCommunication parent, long newId, LongFunction<WindowGroup> derivation) {
        this.parent = parent;
        this.newId = newId;
        this.derivation = derivation;
    }

    Window create(@Nullable DirectBuffer memory) {
        DirectBuffer given = memory == null ? DirectBuffer.of(new byte[0]) : memory;
        if (!given.isContiguous()) {
            throw new IllegalArgumentException(
                    "memory of a window must lie together: memory=%s group=%s; pass the whole buffer, and select in the operations"
                            .formatted(given, parent.name()));
        }
        return make(given, given.type(), given.length(), given.isReadOnly());
    }

    Window allocate(ElementType type, long length) {
        return make(null, type, length, false);
    }

    private Window make(@Nullable DirectBuffer given, ElementType type, long length, boolean isReadOnly) {
        long[] own = {TYPES.indexOf(type), length, isReadOnly ? 1 : 0, newId};
        List<long[]> all = parent.run(Call.of(new CreateWindow(own, given == null)));
        List<Exposed> exposed = all.stream()
                .map(each -> new Exposed(TYPES.get((int) each[TYPE]), each[LENGTH], each[READ_ONLY] == 1))
                .toList();
        if (given == null) {
            HostWindowMemory.requireAddressable(exposed, parent.name());
        }
        return CompositeCall.run("create of a window", () -> opened(given, exposed, all.getFirst()[IDENTITY]));
    }

    private Window opened(@Nullable DirectBuffer given, List<Exposed> exposed, long id) {
        WindowGroup group = derivation.apply(id);
        parent.barrier(); // a message to a group that its receiver does not know yet would be dropped
        Endpoint endpoint = group.endpoint();
        LocalWindow local = endpoint.neighbours().attachment(LocalWindow.class, () -> new LocalWindow(endpoint.size()));
        String refusal = "";
        if (given != null) {
            local.reach(endpoint.rank(), WindowMemory.given(given));
        } else {
            refusal = allocate(group, exposed, local);
        }
        WindowMember member = new WindowMember(endpoint, exposed, local);
        requireMemory(group, refusal); // a barrier, too: members of a process call each other
        member.open();
        return new Window(group, member);
    }

    /** Throws in all members if one has no memory, which then leave the window's group. */
    private static void requireMemory(WindowGroup group, String ownRefusal) {
        List<String> refusals = group.communication().allGather(ownRefusal);
        for (String refusal : refusals) {
            if (!refusal.isEmpty()) {
                group.leaving().run();
                throw new TuttiException(refusal);
            }
        }
    }

    /** Puts all memory into reach that lies on this host; returns why this member has none, or nothing. */
    private static String allocate(WindowGroup group, List<Exposed> exposed, LocalWindow local) {
        HostWindowMemory parts = new HostWindowMemory(group.endpoint(), exposed, local);
        if (parts.mayBeShared()) {
            List<String> invitations = group.communication().allGather(parts.invite());
            List<Boolean> mapped = group.communication().allGather(parts.map(invitations));
            return parts.finish(mapped);
        }
        return parts.makeOwn();
    }
}
