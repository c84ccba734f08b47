package tutti.messaging.runtime;

/** Which threads act for a member, as far as its group knows. Thread-safe. */
public interface ActingThreads {
    /** Returns whether no thread but one has acted for the member so far, and that one has started no other. */
    boolean isOnly(Thread thread);
}
