package tutti.messaging.match;

/** The queue that a receive is posted in. */
interface ReceiveOwner {
    /** Takes a receive back; returns false if it takes a message in any case. */
    boolean cancel(ReceiveRequest request);

    /** The buffer of a receive holds its message. */
    void filled(ReceiveRequest request);

    /** Wakes threads that wait, to look at their requests. */
    void changed();
}
