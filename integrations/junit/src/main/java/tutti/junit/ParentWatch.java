package tutti.junit;

import java.io.IOException;

/** Notices in a child JVM that its parent is gone, or wants the test to end: both close the child's input. */
final class ParentWatch {
    private ParentWatch() {}

    /** Calls back once, in a thread of its own. */
    static void onEnd(Runnable callback) {
        Thread.ofPlatform().daemon().name("tutti-test-parent-watch").start(() -> {
            awaitEnd();
            callback.run();
        });
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing is said but the end
            }
        } catch (IOException e) {
            // that is one, too
        }
    }
}
