package tutti.messaging.device;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/** What happens when messages do not fit into the memory of this JVM. Thread-safe. */
public final class FullHeap {
    private static final int MEBIBYTE = 1 << 20;
    private static final int PART = 32; // of the heap that is kept free at most

    /** Is given back when the heap is full, for what must be done then: to end connections takes some objects. */
    private static final AtomicReference<byte @Nullable []> RESERVE = new AtomicReference<>(
            new byte[(int) Math.min(2 * MEBIBYTE, Runtime.getRuntime().maxMemory() / PART)]);

    private FullHeap() {}

    /** Sets memory aside, once for this JVM. */
    public static void prepare() {
        // the class has been initialized
    }

    /** Frees the memory that was set aside, for what must be done now. */
    public static void giveBackReserve() {
        RESERVE.set(null);
    }

    /** Returns why nothing more is taken from a process. */
    public static TuttiException of(int process, OutOfMemoryError failure) {
        giveBackReserve();
        return new TuttiException(
                "out of memory: what process=%d sends does not fit into the heap of this JVM: max=%d MiB; let members receive what is sent to them, give the JVM more memory by -Xmx, or let less be on its way by --tutti-window-bytes"
                        .formatted(process, Runtime.getRuntime().maxMemory() / MEBIBYTE),
                failure);
    }
}
