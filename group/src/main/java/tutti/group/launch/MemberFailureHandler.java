package tutti.group.launch;

import tutti.messaging.MemberFailedException;

/**
 * A default handler of uncaught exceptions that a launcher sets: it learns which failures of members the program got as
 * an exception after all, and answers for itself.
 */
public interface MemberFailureHandler extends Thread.UncaughtExceptionHandler {
    /**
     * The program is about to get a failure from {@code await}, {@code close} or {@code run}; the handler may have got
     * it, or its cause, before, while no thread waited or because other members worked on.
     */
    void thrownToProgram(MemberFailedException failure);

    /** Tells this JVM's handler, if it is one. */
    static void tellThrown(MemberFailedException failure) {
        if (Thread.getDefaultUncaughtExceptionHandler() instanceof MemberFailureHandler handler) {
            handler.thrownToProgram(failure);
        }
    }
}
