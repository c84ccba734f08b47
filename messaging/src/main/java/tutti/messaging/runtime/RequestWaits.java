package tutti.messaging.runtime;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.Deadline;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/** How a member waits for requests whose ends are told; see {@link Endpoint#requests}. Thread-safe. */
public final class RequestWaits {
    private final Member member;
    private final CallContext call;

    RequestWaits(Member member, CallContext call) {
        this.member = member;
        this.call = call;
    }

    /**
     * Waits until a look finds something; looks again each time that {@link #ended} is called in this process.
     *
     * @param awaited what the look finds the effect of
     * @param what names it, for people
     */
    public <T> T await(Awaited awaited, Supplier<String> what, Supplier<@Nullable T> look) {
        return switch (awaited.kind()) {
            case MESSAGES -> // the rest of one comes without the sender's thread
                await(look, monitor(awaited, what, WaitKind.MESSAGE, member::isReceivingRest));
            case CALLS -> awaitCalls(what, look);
            case OTHERS_PART -> await(look, monitor(awaited, what, WaitKind.TAKING, () -> member.openReceives() > 0));
            case ANYTHING -> await(look, monitor(awaited, what, WaitKind.TAKING, () -> true));
        };
    }

    private WaitMonitor monitor(Awaited awaited, Supplier<String> what, WaitKind kind, BooleanSupplier mayEndByItself) {
        return MemberWaitMonitor.ofRequests(member, call, what, kind, mayEndByItself, awaited);
    }

    /** Waits until a look finds that the rest of a message has come, as the other method does. */
    public void awaitRest(int sender, BooleanSupplier hasCome) {
        await(hasCome, MemberWaitMonitor.of(member, call, "all of a message", sender, CallSignature.NONE, () -> true));
    }

    /** Waits for the end of a call that another thread does for the member, as the other method does. */
    public void awaitCall(BooleanSupplier hasEnded) {
        var _ = awaitCalls(() -> "the end of a started call", () -> hasEnded.getAsBoolean() ? true : null);
    }

    private <T> T awaitCalls(Supplier<String> what, Supplier<@Nullable T> look) {
        member.activity().awaitsCall(() -> look.get() != null);
        try {
            return await(look, monitor(Awaited.CALL, what, WaitKind.STARTED_CALL, () -> true));
        } finally {
            member.activity().awaitsNoCall();
        }
    }

    private void await(BooleanSupplier look, WaitMonitor monitor) {
        var _ = await(() -> look.getAsBoolean() ? true : null, monitor);
    }

    private <T> T await(Supplier<@Nullable T> look, WaitMonitor monitor) {
        return member.process().requests().await(look, look, monitor);
    }

    /** Returns whether waits have a limit. */
    public boolean isLimited() {
        return call.limit() != null;
    }

    /** Returns whether the limit of waits is over sooner than a duration. */
    public boolean endsWithin(Duration duration) {
        Deadline limit = call.limit();
        return limit != null && limit.leftNanos() < duration.toNanos();
    }

    /** Returns whether threads that wait for requests of another's do so at the same place. */
    public boolean isSamePlace(@Nullable RequestWaits other) {
        return other != null
                && member.process().requests().equals(other.member.process().requests());
    }

    /** Returns whether the other's requests are of the same member in the same group. */
    public boolean isOfSameMember(RequestWaits other) {
        return member.equals(other.member);
    }

    /** A request of this process has ended: wakes threads in {@link #await}. Never blocks. */
    public void ended() {
        member.process().requests().changed();
    }

    /** The program is called back when a request ends, and may act for the member then; {@link #calledBack} follows. */
    public void callsBack() {
        member.activity().callsBack(1);
    }

    /** The program has been called back. */
    public void calledBack() {
        member.activity().callsBack(-1);
    }
}
