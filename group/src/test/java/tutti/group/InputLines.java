package tutti.group;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Lines that a test enters at a JVM's standard input, each of which is taken once. */
final class InputLines {
    private static final BlockingQueue<String> LINES = new LinkedBlockingQueue<>();

    private InputLines() {}

    /** Reads them from now on, in a thread that does not keep the JVM alive. */
    static void read() {
        Thread.ofPlatform()
                .daemon()
                .start(() -> new Scanner(System.in, StandardCharsets.UTF_8).forEachRemaining(LINES::add));
    }

    /** Waits for a line. */
    static void take() throws InterruptedException {
        LINES.take();
    }

    /** Returns whether a line has come that was not taken, and takes it. */
    static boolean poll() {
        return LINES.poll() != null;
    }
}
