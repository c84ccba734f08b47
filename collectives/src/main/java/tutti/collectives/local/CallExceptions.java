package tutti.collectives.local;

import tutti.collectives.MismatchedCallException;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;

/** The exceptions of a member whose call or value does not match that of another member. */
public final class CallExceptions {
    private CallExceptions() {}

    /** Makes an exception that shows a member's call and that of another. */
    public static MismatchedCallException mismatch(
            Endpoint here, CallSignature call, int otherRank, CallSignature otherCall) {
        String calls = "calls do not match: %s called %s; %s called %s"
                .formatted(
                        here.describe(here.rank()),
                        SignatureText.of(call),
                        here.describe(otherRank),
                        SignatureText.of(otherCall));
        return new MismatchedCallException(calls, here.rank());
    }

    /**
     * Makes an exception that says in which call the program's code got a value of another type; its trace remains.
     * Returns one that was not thrown there as it is.
     */
    public static ClassCastException otherType(Endpoint here, CallSignature call, ClassCastException failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        if (trace.length > 0 && isBelowOperators(trace[0].getClassName())) {
            return failure;
        }
        ClassCastException located = new ClassCastException(
                "a value has another type than the operator or dividable object takes: %s called %s: %s; let all members pass values of that type"
                        .formatted(here.describe(here.rank()), SignatureText.of(call), failure.getMessage()));
        located.setStackTrace(trace);
        return located;
    }

    private static boolean isBelowOperators(String className) {
        return className.startsWith("tutti.serialization.") || className.startsWith("tutti.messaging.");
    }

    /** Makes the exception of a member whose call has failed in another member. */
    static RuntimeException of(Endpoint here, CallSignature call, CallFailure failure) {
        return failure.label().equals(call)
                ? failure.toException(here)
                : mismatch(here, call, failure.rank(), failure.label());
    }
}
