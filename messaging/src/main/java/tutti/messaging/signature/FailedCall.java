package tutti.messaging.signature;

/**
 * What the members of a group tell each other of a collective call that has failed, while the group still works.
 *
 * <p>Messaging gives the kind and the text no meaning.
 *
 * @param call label of the call
 * @param rank the member in which it failed
 * @param kind what kind of failure it is, as a code
 * @param about rank of the member that the failure is about, or -1
 * @param text says what happened there
 */
public record FailedCall(CallSignature call, int rank, int kind, int about, String text) {}
