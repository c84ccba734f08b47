package tutti.messaging.device;

/** Where frames go. Called by one thread at a time. */
public interface FrameWriter {
    /**
     * Returns whether a frame can be written without piling up; if not, {@link SendQueue#drain} is called when it can.
     */
    boolean isReady();

    /** Writes a frame; never blocks. */
    void write(Frame frame);
}
