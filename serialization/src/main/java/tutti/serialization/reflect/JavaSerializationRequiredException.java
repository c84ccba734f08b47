package tutti.serialization.reflect;

/** Signals that a graph holds a class whose meaning only Java serialization keeps. */
public final class JavaSerializationRequiredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JavaSerializationRequiredException(Class<?> cause) {
        super(cause.getName(), null, false, false);
    }
}
