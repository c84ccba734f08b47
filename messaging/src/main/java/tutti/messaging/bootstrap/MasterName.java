package tutti.messaging.bootstrap;

import java.net.InetAddress;
import java.net.UnknownHostException;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;

/** The address of process 0's host, whose name may become known only when that process has been started. */
public final class MasterName {
    private static final System.Logger LOG = System.getLogger(MasterName.class.getName());

    private static final long PAUSE_MILLIS = 200;

    private MasterName() {}

    /**
     * Looks the name up, again and again for as long as a process may take to join.
     *
     * @throws JoinException if it stays unknown
     */
    public static InetAddress resolve(Job job) {
        long deadline = System.nanoTime() + job.joinTimeout().toNanos();
        boolean warned = false;
        while (true) {
            try {
                return InetAddress.getByName(job.masterHost());
            } catch (UnknownHostException e) {
                if (System.nanoTime() >= deadline) {
                    throw new JoinException(
                            "unknown host of process 0: process=%d master=%s waited=%s; correct TUTTI_MASTER"
                                    .formatted(job.process(), job.masterHost(), job.joinTimeout()),
                            e);
                }
                if (!warned) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "host of process 0 is not known yet: process=%d master=%s; looking again for %s"
                                    .formatted(job.process(), job.masterHost(), job.joinTimeout()));
                    warned = true;
                }
                pause(job);
            }
        }
    }

    private static void pause(Job job) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JoinException(
                    "interrupted while joining: process=%d master=%s".formatted(job.process(), job.masterHost()), e);
        }
    }
}
