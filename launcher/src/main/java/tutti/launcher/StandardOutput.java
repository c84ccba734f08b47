package tutti.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The standard output of this JVM, of which {@link System#out} hides failures. */
final class StandardOutput {
    private StandardOutput() {}

    /**
     * Says why some of what was printed is lost; null if nothing is, or if the reader has gone as {@code head} does.
     */
    static @Nullable String loss() {
        if (!System.out.checkError()) {
            return null;
        }
        return loss(new FileOutputStream(FileDescriptor.out));
    }

    /** As {@link #loss()}, for a stream that has failed. */
    static @Nullable String loss(OutputStream failed) {
        String why = "an earlier write failed";
        try {
            failed.write('\n'); // tells what System.out has forgotten
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        return why.contains("Broken pipe") ? null : "output is lost: %s; make room, and run it again".formatted(why);
    }
}
