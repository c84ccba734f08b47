package tutti.serialization;

/** Signals that a graph holds a class whose meaning only Java serialization keeps. */
final class UseJavaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UseJavaException(Class<?> cause) {
        super(cause.getName(), null, false, false);
    }
}
