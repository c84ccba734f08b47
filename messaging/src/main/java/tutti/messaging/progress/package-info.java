/**
 * How threads wait, and how they take in what comes from other processes while they do.
 *
 * <p>A thread spins, then yields, then parks ({@link tutti.messaging.progress.WaitQueue}). While it spins it polls the
 * process' devices; of the threads that park, one sleeps in the selector and is woken without another thread between
 * ({@link tutti.messaging.progress.ProgressEngine}).
 *
 * <p>Threads: members, the progress thread, the thread of heartbeats, and senders; all classes are thread-safe unless
 * they say otherwise. Lock order: who owns the event loop may take messaging's locks, never the other way round; a wait
 * queue's monitor is the last lock that is taken; under it only threads are unparked.
 */
@NullMarked
package tutti.messaging.progress;

import org.jspecify.annotations.NullMarked;
