package tutti.launcher;

import java.util.Map;

/** Says in words how a process ended. */
final class ExitStatus {
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"));

    private ExitStatus() {}

    /** Describes an exit code; those above 128 stand for a signal. */
    static String describe(int code) {
        String signal = SIGNALS.get(code - SIGNALLED);
        return signal == null ? "exit-code=" + code : "signal=" + signal + " exit-code=" + code;
    }
}
