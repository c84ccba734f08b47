package tutti.messaging.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * The start of a job at one of its processes, which others may be told of, and which may be given up.
 *
 * @param port at which this process listens
 * @param rendezvous null except in process 0
 */
public record Meeting(int port, @Nullable Rendezvous rendezvous) {

    /** Tells all that wait in process 0, if this is it, why the job cannot begin. */
    public void cancel(String why) {
        if (rendezvous != null) {
            rendezvous.cancel(why);
        }
    }
}
