package tutti.messaging.bootstrap;

/** One that waits at a port of a job to be taken in. Thread-safe. */
public interface WaitingCaller {
    /** Names it, for people. */
    String named();

    /** Tells it where to join, and with which place. */
    void admit(Admission admission);

    /** Calls back when it is gone, perhaps at once; not when it was answered to the end. */
    void whenGone(Runnable callback);

    /** It has joined, or has been sent elsewhere. */
    void end();
}
