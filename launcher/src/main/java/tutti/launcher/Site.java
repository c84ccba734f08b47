package tutti.launcher;

import java.io.IOException;

/** Where the JVMs of a job run, and how they are started there. */
interface Site extends AutoCloseable {

    /**
     * Makes ready what they need; called once, before the first is started.
     *
     * @throws SiteException if they can't be started here
     */
    void prepare() throws IOException, InterruptedException;

    /** Starts a process; only process 0 gets the launcher's standard input. */
    JobProcess start(int index) throws IOException;

    /** Takes away what was made ready; all processes have ended. May be called when nothing was prepared, and twice. */
    @Override
    void close();
}
