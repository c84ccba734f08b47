package tutti.messaging.trace;

/**
 * Which calls are recorded one by one, so that a record grows with the logarithm of their number.
 *
 * <p>All of the first, and from each doubling of their number on half as many as before. It depends on the call's
 * number alone, so that all members of a group record the same calls.
 */
final class Sampling {
    /** So many calls are all recorded. */
    static final long ALL_OF_THE_FIRST = 4096;

    private Sampling() {}

    /** Returns how many calls a call stands for, or 0 if it is not recorded. */
    static int standsFor(long call) {
        if (call < ALL_OF_THE_FIRST) {
            return 1;
        }
        long step = Math.min(2 * Long.highestOneBit(call / ALL_OF_THE_FIRST), 1 << 30);
        return (call & (step - 1)) == 0 ? (int) step : 0;
    }
}
