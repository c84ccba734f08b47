package tutti.bench;

import java.util.Locale;
import java.util.Set;

/** The kind of values that are moved. */
enum PayloadKind {
    /** A {@code byte[]}, in reductions a {@code double[]}, as an object. */
    ARRAY,
    /** The same arrays as buffers: sent from where they are, received into arrays that are there. */
    DIRECT,
    /** Memory segments outside the heap as buffers, of bytes or of doubles as the arrays. */
    SEGMENT,
    /** Eight bytes are a {@code Long}, more are a square {@code int[n][n]}. */
    OBJECT,
    /** An {@code int[]}, as in the measurements of the CCJ paper; also in reductions. */
    INTS;

    /** Kinds that are the same bytes to a peer: they differ in where Tutti finds them. */
    static final Set<PayloadKind> SAME_BYTES = Set.of(ARRAY, DIRECT, SEGMENT);

    /** Returns whether values are buffers. */
    boolean isBuffer() {
        return this == DIRECT || this == SEGMENT;
    }

    /** Finds a kind by its name on the command line. */
    static PayloadKind of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
