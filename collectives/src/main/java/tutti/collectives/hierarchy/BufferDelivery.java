package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.SharedBuffers;
import tutti.serialization.DirectBuffer;

/**
 * A leader gives the members of its process the elements of a buffer.
 *
 * <p>It lends them a large buffer until all have copied it. What is small it copies for them.
 */
public final class BufferDelivery {
    private static final int SMALL_BYTES = 16 * 1024;
    private static final Object DONE = new Object();

    private BufferDelivery() {}

    /** Delivers the root's elements; a leader leaves a copy of a small buffer and continues. */
    public static Hierarchy.Deliver<DirectBuffer, @Nullable Void> ofRoot(
            CollectiveCall call, DirectBuffer data, int root) {
        return new OfRoot(call, data, root);
    }

    /**
     * Delivers a result for which all members of the process wait, and for which they have lent their targets.
     *
     * <p>Where all members of the group live in one process, they have the result already.
     *
     * @param canBeWritten whether the leader writes a small result into all targets
     */
    public static Hierarchy.Deliver<DirectBuffer, @Nullable Void> ofResult(
            CollectiveCall call, DirectBuffer own, DirectBuffer target, boolean canBeWritten) {
        return new OfResult(call, own, target, canBeWritten && target.lengthBytes() <= SMALL_BYTES);
    }

    private static void lend(LocalSync local, int rank) {
        local.departFor(rank);
        local.awaitDeparted();
    }

    private record OfRoot(CollectiveCall call, DirectBuffer data, int root)
            implements Hierarchy.Deliver<DirectBuffer, @Nullable Void> {
        private boolean isLent() {
            return call.locality().count() > 1 && data.lengthBytes() > SMALL_BYTES;
        }

        @Override
        public void begin(DirectBuffer value) {
            share();
        }

        private void share() {
            LocalSync local = call.local();
            if (isLent()) {
                SharedBuffers buffers = SharedBuffers.of(call);
                buffers.setPart(data);
                local.publish(buffers);
            } else if (call.locality().count() > 1) {
                local.awaitRoom();
                local.retain(data.lengthBytes());
                local.publish(Scratch.copyOf(data));
                local.depart();
            }
        }

        @Override
        public @Nullable Void publish(DirectBuffer value) {
            if (call.rank() != root) {
                share();
            }
            if (isLent()) {
                lend(call.local(), call.rank());
            }
            return null;
        }

        @Override
        public @Nullable Void await() {
            int leader = call.locality().leader(root);
            Object outcome = call.local().awaitOutcomeOf(leader);
            DirectBuffer sent = outcome instanceof SharedBuffers buffers ? buffers.part() : (DirectBuffer) outcome;
            if (!sent.matches(data)) {
                throw call.unlike(leader, sent.shape(), data);
            }
            if (outcome instanceof SharedBuffers buffers) {
                buffers.use(call, () -> data.copyFrom(sent));
                call.local().departFor(leader);
            } else {
                data.copyFrom(sent);
                call.local().depart();
            }
            return null;
        }
    }

    private record OfResult(CollectiveCall call, DirectBuffer own, DirectBuffer target, boolean isWritten)
            implements Hierarchy.Deliver<DirectBuffer, @Nullable Void> {
        @Override
        public @Nullable Void publish(DirectBuffer result) {
            if (call.locality().count() == 1) {
                return null;
            }
            if (isWritten) {
                SharedBuffers buffers = SharedBuffers.of(call);
                buffers.use(call, () -> {
                    for (int index = 1; index < buffers.count(); index++) {
                        buffers.borrow(index).wantedAt().copyFrom(target);
                    }
                });
                call.local().publish(DONE);
            } else {
                call.local().publish(target);
                lend(call.local(), call.rank());
            }
            return null;
        }

        @Override
        public @Nullable Void await() {
            if (call.locality().isWholeGroup()) {
                return null;
            }
            SharedBuffers buffers = SharedBuffers.of(call);
            if (buffers.awaitOutcome(call, own) instanceof DirectBuffer result) {
                buffers.use(call, () -> target.copyFrom(result));
                call.local().departFor(call.locality().leader());
            }
            return null;
        }
    }
}
