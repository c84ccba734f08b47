package tutti.mpi;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import tutti.collectives.CallFailedException;
import tutti.group.GroupException;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.SerializationException;

/** A wrong call, with the error class that MPI gives it. The APIs make exceptions of their own of it. */
public final class MpiFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What did not fit was no array of primitives, whose length would be told. */
    private static final Pattern OF_OBJECTS = Pattern.compile("sent=(?!\\w+\\[\\d)");

    /** How many of the requests that have failed a message shows. */
    private static final int SHOWN = 4;

    private final ErrorClass errorClass;

    /** Makes a failure; the text says what is wrong and what to do. */
    public MpiFailure(ErrorClass errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /** Returns the failure of a reduction whose operator is a function of the program that has thrown. */
    public static MpiFailure ofOperator(Object function, Exception thrown) {
        MpiFailure failure = new MpiFailure(
                ErrorClass.OP,
                "the program's operator has failed: function=%s: %s"
                        .formatted(function.getClass().getName(), thrown));
        failure.initCause(thrown);
        return failure;
    }

    /**
     * Returns the failure of a call that completes several requests (MPI 4.1, section 3.7.5).
     *
     * @param failures what each of those that have failed says, by its place in the array
     */
    public static MpiFailure inStatus(Map<Integer, String> failures, int requests) {
        StringJoiner texts = new StringJoiner("; ");
        failures.entrySet().stream()
                .limit(SHOWN)
                .forEach(entry -> texts.add("requests[%d]: %s".formatted(entry.getKey(), entry.getValue())));
        return new MpiFailure(
                ErrorClass.IN_STATUS,
                "requests have failed: %d of %d: %s%s"
                        .formatted(failures.size(), requests, texts, failures.size() > SHOWN ? "; …" : ""));
    }

    /** Returns MPI's class of this error. */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /** Returns the class of whatever a call has ended with. */
    public static ErrorClass classOf(Throwable failure) {
        return switch (failure) {
            case MpiFailure known -> known.errorClass;
            case BufferMismatchException e ->
                OF_OBJECTS.matcher(String.valueOf(e.getMessage())).find() ? ErrorClass.TYPE : ErrorClass.TRUNCATE;
            case MemberFailedException _ -> ErrorClass.PROC_ABORTED;
            case UncheckedIOException e -> FileErrors.classOf(String.valueOf(e.getMessage()));
            case CallFailedException e
            when e.failure().equals(UncheckedIOException.class.getName()) ->
                FileErrors.classOf(String.valueOf(e.getMessage()));
            case IndexOutOfBoundsException _ -> ErrorClass.BUFFER;
            case IllegalArgumentException _, NullPointerException _, SerializationException _ -> ErrorClass.ARG;
            case GroupException _ -> ErrorClass.GROUP;
            case OperationInterruptedException _ -> ErrorClass.OTHER;
            default -> ErrorClass.OTHER;
        };
    }

    /** Returns what to say of whatever a call has ended with. */
    public static String textOf(Throwable failure) {
        String text =
                String.valueOf(failure.getMessage()).replace(MessageObjects.CLASS_OF_WRITTEN, "objects of MPI.OBJECT");
        return failure instanceof NullPointerException ? "null where something is needed: " + text : text;
    }
}
