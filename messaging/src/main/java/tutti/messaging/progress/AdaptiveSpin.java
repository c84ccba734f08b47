package tutti.messaging.progress;

/**
 * How the waits at one place spin, learned from the waits before them.
 *
 * <p><b>For how long.</b> A wait spins for a short time. Two sides that wait for each other in turn can fall asleep
 * both: then each wakes too late for the short spin of the other, again and again. So the wait after a short sleep
 * spins longer, for more than a wake-up takes, and the next ones do while that is of use. A longer spin that was in
 * vain is not repeated before some more short sleeps. When several waits in a row have slept, the other side answers
 * later, or needs this core: then a wait does not spin at all, until one of the longer spins is of use.
 *
 * <p><b>Whether it yields.</b> While other programs keep the other cores busy, the system may let both sides share one
 * core for seconds. Then no spin helps, and the thread offers its core. A wait does so once, after the short spin; and
 * from its first look on, again and again, while another thread runs at each yield. Where it must not offer the core,
 * because a busy program has taken it lately, it spins as if alone.
 *
 * <p>Not thread-safe: a race between threads that wait at one place costs a spin, a yield or a sleep, and nothing else.
 */
final class AdaptiveSpin {
    private static final int MOST_IN_VAIN = 8;
    private static final int MOST_SKIPPED = 15;

    private int inVain; // sleeps since a spin was of use
    private boolean longer;
    private int backoff; // short sleeps between longer spins while these are in vain
    private int skipped; // short sleeps before the next longer spin
    private boolean sharesCore;

    /** Returns how long the next wait of a platform thread spins. */
    long nanos(WaitTimes times) {
        if (longer) {
            return times.longSpinNanos();
        }
        return inVain >= MOST_IN_VAIN && times.areAdapted() && !sharesCore ? 0 : times.spinNanos();
    }

    /** Returns after which time the next wait of a platform thread begins to offer its core. */
    long yieldAfterNanos(WaitTimes times) {
        if (times.yieldNanos() > 0) {
            return 0;
        }
        if (!times.areAdapted()) {
            return Long.MAX_VALUE;
        }
        return sharesCore ? 0 : times.spinNanos();
    }

    /**
     * The thread has offered its core, and has it back.
     *
     * @param toOtherSide whether another thread seems to have run meanwhile, which was not another program
     */
    void yielded(boolean toOtherSide) {
        sharesCore = toOtherSide;
    }

    /** Returns whether the other side seems to need the core that the thread runs on. */
    boolean sharesCore() {
        return sharesCore;
    }

    /** What was awaited came after a spin of such a length. */
    void found(long spunNanos, WaitTimes times) {
        if (inVain != 0) { // else this memory is not written to, beside which others read
            inVain = 0;
        }
        if (longer) {
            backoff = 0;
            longer = spunNanos >= times.spinNanos();
        }
    }

    /** What was awaited came after the spin was over, and a sleep of such a length. */
    void slept(long nanos, WaitTimes times) {
        inVain = Math.min(inVain + 1, MOST_IN_VAIN);
        if (longer) {
            longer = false;
            backoff = Math.min(2 * backoff + 1, MOST_SKIPPED);
            skipped = backoff;
        } else if (nanos <= 2 * times.longSpinNanos()) { // half of which may be the wake-up of this thread
            longer = skipped == 0;
            skipped = Math.max(0, skipped - 1);
        }
    }
}
