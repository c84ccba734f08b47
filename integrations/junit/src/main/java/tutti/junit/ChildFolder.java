package tutti.junit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Files by which a test's JVM and one of its children talk. Only their owner can open them. */
record ChildFolder(Path path) {
    private static final String UNIQUE_ID = "unique-id";
    private static final String PROCESS = "process";
    private static final String MASTER = "master";
    private static final String SECRET_FILE = "secret-file";
    private static final String TIME_LEFT = "time-left";

    private static final String REQUEST_FILE = "request.properties";
    private static final String SYSTEM_FILE = "system.properties";
    private static final String REPORT_FILE = "report";
    private static final String PROBLEM_FILE = "problem";

    // ---------------------------------------------------------------- from the parent to the child

    /** Says what the child is to do, which is started at once. */
    void request(String uniqueId, int process, Place.Meeting meeting, Deadline deadline) throws IOException {
        Properties request = new Properties();
        request.setProperty(UNIQUE_ID, uniqueId);
        request.setProperty(PROCESS, Integer.toString(process));
        request.setProperty(MASTER, meeting.master());
        request.setProperty(SECRET_FILE, meeting.secretFile());
        request.setProperty(TIME_LEFT, deadline.remaining().toString());
        Properties system = new Properties();
        Properties own = System.getProperties();
        own.stringPropertyNames().forEach(name -> system.setProperty(name, get(own, name)));
        write(REQUEST_FILE, request);
        write(SYSTEM_FILE, system);
    }

    /** Returns the child's part in the job. */
    Place place(Plan plan) throws IOException {
        Properties request = read(REQUEST_FILE);
        return new Place(
                plan,
                Integer.parseInt(get(request, PROCESS)),
                new Place.Meeting(get(request, MASTER), get(request, SECRET_FILE)),
                Deadline.sinceStart(Duration.parse(get(request, TIME_LEFT))));
    }

    /** Returns the name by which JUnit knows the test that is to run. */
    String uniqueId() throws IOException {
        return get(read(REQUEST_FILE), UNIQUE_ID);
    }

    /** Sets those of the parent's system properties that this JVM has not. */
    void adoptSystemProperties() throws IOException {
        read(SYSTEM_FILE).forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
    }

    // ---------------------------------------------------------------- from the child to the parent

    /** Says how the test went for the child's members. */
    void report(Report report) throws IOException {
        writeObject(
                REPORT_FILE,
                new Report(
                        report.outcomes().stream()
                                .map(outcome -> outcome.with(travelling(outcome.failure())))
                                .toList(),
                        travelling(report.problem())));
    }

    /** Says what else went wrong. */
    void problem(Throwable problem) throws IOException {
        writeObject(PROBLEM_FILE, travelling(problem));
    }

    /** Returns what the child has said of its members, or null if it has not. */
    @Nullable
    Report report() throws IOException {
        return (Report) readObject(REPORT_FILE);
    }

    /** Returns what the child has said besides, or null. */
    @Nullable
    Throwable problem() throws IOException {
        return (Throwable) readObject(PROBLEM_FILE);
    }

    // ---------------------------------------------------------------- private

    /** Returns the exception, or a likeness of one that can't be serialized. */
    private static @Nullable Throwable travelling(@Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(failure);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                in.readObject();
            }
            return failure;
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            IllegalStateException likeness =
                    new IllegalStateException(failure.toString(), travelling(failure.getCause()));
            likeness.setStackTrace(failure.getStackTrace());
            return likeness;
        }
    }

    private static String get(Properties properties, String name) {
        return Objects.requireNonNull(properties.getProperty(name), name);
    }

    private void write(String name, Properties properties) throws IOException {
        try (OutputStream out = Files.newOutputStream(path.resolve(name))) {
            properties.store(out, null);
        }
    }

    private Properties read(String name) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(path.resolve(name))) {
            properties.load(in);
        }
        return properties;
    }

    /** Whole or not at all. */
    private void writeObject(String name, @Nullable Object object) throws IOException {
        Path part = path.resolve(name + ".part");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
            out.writeObject(object);
        }
        Files.move(part, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private @Nullable Object readObject(String name) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(path.resolve(name)))) {
            return in.readObject();
        } catch (NoSuchFileException e) {
            return null;
        } catch (ClassNotFoundException e) {
            throw new IOException("cannot read what a child JVM has said: file=" + path.resolve(name), e);
        }
    }
}
