package tutti.messaging.bootstrap;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ports of this host that no one listens on, for processes that start soon.
 *
 * <p>They lie below the ports that systems give to connections by themselves: one of those could be taken again, by the
 * job's own processes above all, before process 0 listens. Until it does, another JVM that starts a job could be given
 * the same: so a byte of a file is locked for each port, among all JVMs of the user on this host, until the JVM that
 * asked for it ends or has been given many others. Thread-safe.
 */
public final class FreePorts {
    public static final int FIRST = 20_000;
    public static final int END = 28_000;

    /** Ports from {@link #END} on are for jobs of engines, whose processes know them from the number of the job. */
    public static final int END_OF_DERIVED = 32_768;

    private static final System.Logger LOG = System.getLogger(FreePorts.class.getName());
    private static final int ATTEMPTS = 100;
    private static final int MOST_GIVEN = 256;
    private static final int KEPT_AT = 65_536; // in the file, behind the bytes of ports that are given
    private static final Queue<FileLock> GIVEN = new ArrayDeque<>(); // guarded by this class
    private static final Queue<FileLock> KEPT = new ArrayDeque<>(); // guarded by this class
    private static @Nullable FileChannel file; // guarded by this class; never closed, which would release all

    private FreePorts() {}

    /** Returns a port that no one listens on. */
    public static int take() throws IOException {
        return take(1);
    }

    /**
     * Returns the first of some ports in a row that no one listens on.
     *
     * @throws IOException if none was found
     */
    public static synchronized int take(int count) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(FIRST, END - count);
            if (takeAll(first, count)) {
                return first;
            }
        }
        throw new IOException("no free port found: address=127.0.0.1 range=[%d, %d) ports=%d attempts=%d"
                .formatted(FIRST, END, count, ATTEMPTS));
    }

    /**
     * Keeps some ports in a row for what they are meant for: no one is given them from now on while this JVM lives,
     * also if someone has one at the moment.
     */
    public static synchronized void keep(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try {
                KEPT.add(file().lock(KEPT_AT + port, 1, true)); // others keep it, too, or look for a moment
            } catch (OverlappingFileLockException e) {
                // this JVM keeps it already
            } catch (IOException e) {
                cannotReserve(e);
            }
        }
    }

    /** Returns a port of another host, which cannot be asked; it is hardly ever taken. */
    public static int any() {
        return ThreadLocalRandom.current().nextInt(FIRST, END);
    }

    private static synchronized boolean takeAll(int first, int count) throws IOException {
        for (int port = first; port < first + count; port++) {
            if (!takeOne(port)) {
                return false;
            }
        }
        return true;
    }

    private static synchronized boolean takeOne(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            if (!socket.isBound() || !reserve(port)) {
                return false;
            }
            if (GIVEN.size() > MOST_GIVEN) {
                GIVEN.remove().release();
            }
            return true;
        } catch (BindException e) {
            return false;
        }
    }

    /** Returns false if someone has been given the port, or keeps it. */
    private static synchronized boolean reserve(int port) {
        try {
            FileLock given = file().tryLock(port, 1, false);
            if (given == null) {
                return false;
            }
            if (isKept(port)) {
                given.release();
                return false;
            }
            return GIVEN.add(given);
        } catch (OverlappingFileLockException e) {
            return false; // this JVM has
        } catch (IOException e) {
            cannotReserve(e);
            return true;
        }
    }

    private static synchronized boolean isKept(int port) throws IOException {
        try {
            FileLock lock = file().tryLock(KEPT_AT + port, 1, false);
            if (lock != null) {
                lock.release();
            }
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // by this JVM
        }
    }

    private static void cannotReserve(IOException e) {
        // a port is hardly ever given twice, and the job that cannot listen then says so
        LOG.log(System.Logger.Level.DEBUG, "cannot reserve ports", e);
    }

    private static synchronized FileChannel file() throws IOException {
        FileChannel open = file;
        if (open == null) {
            String user = System.getProperty("user.name").replaceAll("[^\\w.-]", "_");
            Path path = Path.of(System.getProperty("java.io.tmpdir"), "tutti-ports-" + user);
            open = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            file = open;
        }
        return open;
    }
}
