package tutti.collectives.signature;

import tutti.messaging.signature.CallSignature;

/** Describes calls for messages to people. */
public final class SignatureText {
    private SignatureText() {}

    /** Describes a call, as {@code reduce root=2 as collective call number 17}. */
    public static String of(CallSignature call) {
        String root = call.root() < 0 ? "" : " root=" + call.root();
        String operator = call.variant() == 0 ? "" : " with operator " + OperatorCodes.nameOf(call.variant());
        return "%s%s as collective call number %d%s"
                .formatted(Operation.nameOf(call.operation()), root, call.call(), operator);
    }
}
