package tutti.messaging.match;

/** The queue that a receive is posted in. */
interface ReceiveOwner {
    /** Takes a receive back; returns false if it takes a message in any case. */
    boolean cancel(ReceiveRequest request);

    /** A part of a receive's message has come; the rest is taken without the member. Called with the queue's lock. */
    void partCame();

    /** The rest of that message has come, or never will, and its sender has been told what it must hear. */
    void restCame();

    /** The buffer of a receive holds a message; the receive ends next. The message's sender hears of it if it waits. */
    void received(Envelope message);

    /** A receive whose buffer holds its message has ended. */
    void filled();

    /** Wakes threads that wait, to look at their requests. */
    void changed();
}
