package tutti.serialization.reflect;

/** Signals that a graph holds an object that no one may serialize. */
public final class NotSerializableClassException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotSerializableClassException(Class<?> culprit) {
        super(culprit.getName(), null, false, false);
    }
}
