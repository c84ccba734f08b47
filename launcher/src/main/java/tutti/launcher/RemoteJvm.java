package tutti.launcher;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of another host, behind the ssh that connects to it.
 *
 * <p>Signals go to its process group there, by a connection of their own. When its connection ends, it ends itself.
 */
final class RemoteJvm implements JobProcess.Signals {
    /** What the shell that starts the JVM prints, before its process number. */
    static final String STARTED = "tutti: group=";

    private static final Duration TIME_TO_KILL = Duration.ofSeconds(5);

    private final Process connection;
    private final Ssh ssh;
    private volatile String group = "";

    RemoteJvm(Process connection, Ssh ssh) {
        this.connection = connection;
        this.ssh = ssh;
    }

    /** Returns what the JVM writes, without the line that the shell prints first. */
    InputStream output() {
        return new FilterInputStream(connection.getInputStream()) {
            private boolean begun;

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (!begun) {
                    begun = true;
                    readGroup(in);
                }
                return super.read(bytes, offset, length);
            }
        };
    }

    /** A user's shell may print lines of its own first; they are no output of the program. */
    private void readGroup(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b != '\n') {
                line.write(b);
                continue;
            }
            String text = line.toString(StandardCharsets.UTF_8);
            if (text.startsWith(STARTED)) {
                group = text.substring(STARTED.length()).strip();
                return;
            }
            line.reset();
        }
    }

    @Override
    public void end() {
        if (send("TERM") == null) {
            connection.toHandle().destroy(); // nothing runs there yet
        }
    }

    @Override
    public void kill() {
        Process sending = send("KILL");
        try {
            if (sending != null && sending.waitFor(TIME_TO_KILL)) {
                connection.waitFor(TIME_TO_KILL);
            }
        } catch (InterruptedException nobodyWaits) {
            Thread.currentThread().interrupt();
        }
        connection.toHandle().destroyForcibly();
    }

    /** Sends a signal; returns null where there is nothing to send it to, or no way. */
    private @Nullable Process send(String signal) {
        if (group.isEmpty()) {
            return null;
        }
        try {
            return ssh.running("kill -" + signal + " -" + group)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null;
        }
    }
}
