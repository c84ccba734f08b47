package tutti.serialization;

/** Signals that a graph holds an object that nobody may serialize. */
final class NotSerializableObjectException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotSerializableObjectException(Class<?> culprit) {
        super(culprit.getName(), null, false, false);
    }
}
