package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.signature.Operation;
import tutti.collectives.signature.OperatorCodes;

/**
 * One member's call of a collective operation: what all members must agree on, and what this member does.
 *
 * <p>Each operation is a class of its own, which binds the names of its algorithms ({@link Operation#algorithms}) to
 * their code.
 *
 * @param <R> what the member gets
 */
public abstract class Collective<R extends @Nullable Object> {
    static final int NO_ROOT = -1;

    private final Operation operation;
    private final int root;

    Collective(Operation operation, int root) {
        this.operation = operation;
        this.root = root;
    }

    Collective(Operation operation) {
        this(operation, NO_ROOT);
    }

    /** Returns the operation, on which all members must agree. */
    final Operation operation() {
        return operation;
    }

    /** Returns the rank of the root, on which all members must agree; {@link #NO_ROOT} if there is none. */
    final int root() {
        return root;
    }

    /** Returns the code of the operator, on which all members must agree. */
    int operator() {
        return OperatorCodes.NONE;
    }

    /** Describes what else all members must agree on; only compared if all calls are. */
    String details() {
        return "";
    }

    /** Lists the messages whose lengths both ends must agree on; only compared if all calls are. */
    Edges edges() {
        return Edges.NONE;
    }

    /** Returns about how many bytes this member's buffers have, or 0 if it has none. */
    long bufferBytes() {
        return 0;
    }

    /**
     * Checks this member's arguments, before others hear of the call.
     *
     * @throws IllegalArgumentException if one is wrong
     */
    public void check(int rank, int size) {}

    @Override
    public final String toString() {
        return CallCheck.describe(operation, root, "");
    }

    /** Does this member's part. */
    abstract R run(Invocation invocation);
}
