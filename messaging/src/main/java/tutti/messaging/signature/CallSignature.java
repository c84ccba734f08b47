package tutti.messaging.signature;

import org.jspecify.annotations.Nullable;

/**
 * What the sender of a message was doing, for the receiver to compare with what it does itself.
 *
 * <p>Each header carries one. Messaging compares those of one call and gives them no meaning.
 *
 * @param operation code of the operation, in [0, 256)
 * @param root rank of the operation's root, or -1 if it has none
 * @param call how many collective operations the sender had begun in the group before this one
 * @param variant what else all members must agree on, as a code that the operation defines; 0 if nothing
 */
public record CallSignature(int operation, int root, long call, int variant) {
    /** The label of a message that is no part of an operation. */
    public static final CallSignature NONE = new CallSignature(0, -1, 0);

    /** Returns a label, of which the most frequent exists once. */
    public static CallSignature of(int operation, int root, long call, int variant) {
        return operation == NONE.operation && root == NONE.root && call == NONE.call && variant == NONE.variant
                ? NONE
                : new CallSignature(operation, root, call, variant);
    }

    /** Makes a label without a variant. */
    public CallSignature(int operation, int root, long call) {
        this(operation, root, call, 0);
    }

    // Written out, because a JVM takes 40 ms to make a record's first equals, and each one needs it at its start.

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof CallSignature other
                && operation == other.operation
                && root == other.root
                && call == other.call
                && variant == other.variant;
    }

    @Override
    public int hashCode() {
        return ((operation * 31 + root) * 31 + Long.hashCode(call)) * 31 + variant;
    }
}
