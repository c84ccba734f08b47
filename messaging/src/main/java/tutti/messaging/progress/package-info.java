/**
 * How threads wait, and how what comes from other processes is taken in while they do.
 *
 * <p>A thread spins, then yields, then parks ({@link tutti.messaging.progress.WaitQueue}). While it spins it polls the
 * process' devices; of the threads that park, one sleeps in the selector and is woken without another thread between
 * ({@link tutti.messaging.progress.ProgressEngine}).
 *
 * <p>Threads: all classes are thread-safe unless they say otherwise. Lock order: a wait queue's monitor is the last
 * lock that is taken; under it only threads are unparked.
 */
@NullMarked
package tutti.messaging.progress;

import org.jspecify.annotations.NullMarked;
