package tutti.messaging.match;

/**
 * Which messages a receive accepts.
 *
 * @param source rank of the sender, or {@link #ANY}
 * @param tag of the message, or {@link #ANY}
 * @param lastCall number of the last collective call whose messages are accepted; messages that belong to no call have
 *     number 0
 */
public record Pattern(int source, int tag, long lastCall) {
    /**
     * In place of a source or a tag: all are accepted. A rank computed past the first, as rank - 1, is not taken for
     * it.
     */
    public static final int ANY = Integer.MIN_VALUE;

    /** Accepts messages of all calls. */
    public static final long ANY_CALL = Long.MAX_VALUE;

    /** Accepts all messages of one member, or of any. */
    public static Pattern from(int source) {
        return new Pattern(source, ANY, ANY_CALL);
    }

    /** Returns whether a message is accepted. */
    boolean accepts(Envelope message) {
        return (source == ANY || source == message.source()) && acceptsOfSource(message);
    }

    /** Returns whether a message is accepted whose source is. */
    boolean acceptsOfSource(Envelope message) {
        return (tag == ANY || tag == message.tag()) && message.label().call() <= lastCall;
    }

    /** Describes it for people. */
    @Override
    public String toString() {
        return lastCall == ANY_CALL
                ? "source=%s tag=%s".formatted(text(source), text(tag))
                : "source=%s collective call number %d".formatted(text(source), lastCall);
    }

    private static String text(int value) {
        return value == ANY ? "any" : Integer.toString(value);
    }
}
