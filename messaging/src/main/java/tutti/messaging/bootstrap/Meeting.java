package tutti.messaging.bootstrap;

import java.util.function.Consumer;

/**
 * The start of a job at one of its processes, which others may be told of, and which may be given up.
 *
 * @param port at which this process listens
 * @param cancelling tells all that wait in process 0, if this is it, why the job cannot begin
 */
public record Meeting(int port, Consumer<String> cancelling) {

    /** Tells all that wait in process 0, if this is it, why the job cannot begin. */
    public void cancel(String why) {
        cancelling.accept(why);
    }
}
