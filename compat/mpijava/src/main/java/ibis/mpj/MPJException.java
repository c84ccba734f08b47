package ibis.mpj;

import org.jspecify.annotations.Nullable;

/** A call has failed: which one, and why, is in the message, which begins with MPI's error class. */
@SuppressWarnings("serial")
public class MPJException extends Throwable {
    /** Makes one without a message. */
    public MPJException() {}

    /** Makes one of a program's. */
    public MPJException(@Nullable String s) {
        super(s);
    }

    /** Makes one of a program's. */
    public MPJException(@Nullable String s, @Nullable Throwable e) {
        super(s, e);
    }
}
