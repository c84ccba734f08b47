package tutti.group.window;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.MemberService;

/**
 * What brings one member the messages of a window: a receive for each source is always posted, and the thread that
 * completes it does what the message says. Messages of one source are done one after the other. Thread-safe.
 */
final class WindowService implements MemberService {
    private final Endpoint endpoint;
    private final Tasks tasks;
    private final AtomicInteger receives = new AtomicInteger();

    /** What is to be done, and what is under way. Thread-safe. */
    interface Tasks {
        /** Does what a message says. */
        void take(int source, WindowFrame frame);

        /** Nothing more comes from a member. */
        void gone(int source, MemberFailedException why);

        /** Returns whether no operation of this member is under way. */
        boolean areIdle();

        /** Returns who has the lock of this member's memory or waits for it, as {@link MemberService#queue} does. */
        MemberService.@Nullable Queue lockQueue(IntSupplier newId);
    }

    WindowService(Endpoint endpoint, Tasks tasks) {
        this.endpoint = endpoint;
        this.tasks = tasks;
    }

    @Override
    public int receives() {
        return receives.get();
    }

    @Override
    public boolean isIdle() {
        return tasks.areIdle();
    }

    @Override
    public MemberService.@Nullable Queue queue(IntSupplier newId) {
        return tasks.lockQueue(newId);
    }

    /** From now on messages of a member are done. */
    void receive(int source) {
        receives.incrementAndGet();
        next(source, post(source));
    }

    private ReceiveRequest post(int source) {
        return endpoint.messages().startReceive(source, WindowMember.CONTEXT, WindowMember.TAG);
    }

    private void next(int source, ReceiveRequest request) {
        request.onCompletion(() -> received(source, request));
    }

    /** Does what messages say until none is there, and lets the next be taken by the thread that brings it. */
    private void received(int source, ReceiveRequest first) {
        ReceiveRequest request = first;
        try {
            while (request.isDone()) {
                Message message = endpoint.messages().received(request);
                tasks.take(source, new WindowFrame((byte[]) Objects.requireNonNull(endpoint.take(message))));
                request = post(source);
            }
        } catch (MemberFailedException e) {
            tasks.gone(source, e);
            receives.decrementAndGet();
            return;
        } catch (RuntimeException e) { // what no member sends
            endpoint.fail(e);
            receives.decrementAndGet();
            return;
        }
        next(source, request);
    }
}
