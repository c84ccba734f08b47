package tutti.launcher;

/** Kills what this JVM has started, if this JVM is told to end before that has ended. */
public final class KilledWithJvm implements AutoCloseable {
    private final Thread hook;

    /**
     * Begins.
     *
     * @param name of the thread that kills
     */
    public KilledWithJvm(String name, Runnable kill) {
        hook = new Thread(kill, name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Ends: what was started has ended. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM ends, and the hook runs.
        }
    }
}
