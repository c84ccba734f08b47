package tutti.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tutti.messaging.config.SecretFile;

/** The JVMs that a test has started, which end with it. */
final class ChildJvms implements AutoCloseable {
    private static final Duration TIME_TO_REPORT = Duration.ofSeconds(3);

    private static final int FIRST_PORT = 20_000; // below those that systems give to connections by themselves
    private static final int END_OF_PORTS = 32_768;
    private static final int PORT_ATTEMPTS = 100;

    private final Place placeOfParent;
    private final List<Path> files = new ArrayList<>();
    private final List<Child> children = new ArrayList<>();

    private ChildJvms(Place placeOfParent) {
        this.placeOfParent = placeOfParent;
    }

    /** Starts one JVM less than the test is to have. */
    static ChildJvms start(Plan plan, String uniqueId, Deadline deadline) throws IOException {
        if (plan.jvms() == 1) {
            return new ChildJvms(new Place(plan, 0, null, deadline));
        }
        String classPath = TestClassPath.text();
        Path secret = SecretFile.createTemporary();
        Place.Meeting meeting = new Place.Meeting("127.0.0.1:" + freePort(), secret.toString());
        ChildJvms started = new ChildJvms(new Place(plan, 0, meeting, deadline));
        started.files.add(secret);
        try {
            for (int process = 1; process < plan.jvms(); process++) {
                ChildFolder folder = new ChildFolder(Files.createTempDirectory("tutti-test-"));
                started.files.add(folder.path());
                folder.request(uniqueId, process, meeting, deadline);
                started.children.add(Child.start(new Place(plan, process, meeting, deadline), folder, classPath));
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            }
        }
        throw new IOException("no free port found: address=127.0.0.1 range=[%d, %d) attempts=%d"
                .formatted(FIRST_PORT, END_OF_PORTS, PORT_ATTEMPTS));
    }

    /** Returns the part in the job of the JVM that runs the tests. */
    Place placeOfParent() {
        return placeOfParent;
    }

    /** Calls back when a child has ended, with how it went there. */
    void onEnd(Consumer<Report> callback) {
        children.forEach(child -> child.onEnd(callback));
    }

    /**
     * Waits until all have ended, and returns how it went there.
     *
     * @param inVain whether the test has failed already, so that they have only a little time left
     * @param left how long members may still take
     */
    List<Report> await(boolean inVain, Duration left) throws InterruptedException {
        boolean hurry = inVain && left.compareTo(LocalMembers.TIME_TO_END_TOO) > 0;
        Deadline end = Deadline.in(hurry ? LocalMembers.TIME_TO_END_TOO : left.plus(TIME_TO_REPORT));
        List<Report> reports = new ArrayList<>();
        for (Child child : children) {
            reports.add(child.await(end.remaining()));
        }
        return reports;
    }

    /** Kills what still runs, and deletes all files. */
    @Override
    public void close() {
        children.forEach(Child::kill);
        for (Path each : files) {
            try (Stream<Path> all = Files.walk(each)) {
                all.sorted(Comparator.reverseOrder()).forEach(ChildJvms::delete);
            } catch (IOException | UncheckedIOException e) {
                // temporary ones of a test that is over
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
