package tutti.messaging.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that hold a job's secret, and that only their owner can open. */
public final class SecretFile {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private SecretFile() {}

    /**
     * Makes a new file with a new secret, among the temporary ones.
     *
     * @return the file, which the caller is to delete
     */
    public static Path createTemporary() throws IOException {
        Path file = Files.createTempFile("tutti-secret-", "", onlyOwner("rw-------"));
        Files.writeString(file, Secret.randomText() + System.lineSeparator());
        return file;
    }

    /** Returns the text of a new secret, for a job that is told it in another way than by a file. */
    public static String newText() {
        return Secret.randomText();
    }

    /**
     * Reads a secret.
     *
     * @throws IOException if the file can't be read, or others than its owner could, too
     * @throws IllegalArgumentException if it holds no secret
     */
    public static Secret read(Path file) throws IOException {
        if (isPosix(file)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OWNERS.containsAll(permissions)) {
                throw new IOException("others than its owner may open the secret: file=%s permissions=%s; chmod 600 it"
                        .formatted(file, PosixFilePermissions.toString(permissions)));
            }
        }
        return Secret.of(Files.readString(file, UTF_8));
    }

    /**
     * Returns the secret of one job of this user, the same on all hosts that share the user's home folder.
     *
     * <p>It is derived from the secret there, which is made by the first that asks, and tells nothing of it or of
     * another job's.
     *
     * @param job text that all processes of the job have, and no other job has
     * @throws IOException if the secret in the home folder can't be made or read
     */
    public static Secret ofJob(String job) throws IOException {
        return Secret.of(ofUser(Path.of(System.getProperty("user.home"))).proof("job", job));
    }

    /** Returns the secret of a user's jobs on one host, which is made by the first that asks. */
    public static Secret ofUser(Path home) throws IOException {
        Path folder = home.resolve(".tutti");
        Path file = folder.resolve("secret");
        if (!Files.exists(file)) {
            if (!home.isAbsolute() || !Files.isDirectory(home)) {
                throw new IOException("no home folder: " + home);
            }
            try {
                Files.createDirectory(folder, onlyOwner("rwx------"));
            } catch (FileAlreadyExistsException e) {
                // of another process, or from long ago
            }
            Path made = Files.createTempFile(folder, "new-", "", onlyOwner("rw-------"));
            try {
                Files.writeString(made, Secret.randomText() + System.lineSeparator());
                Files.createLink(file, made); // not moved: of processes that start together, one wins
            } catch (FileAlreadyExistsException e) {
                // then it is the one to read
            } finally {
                Files.deleteIfExists(made);
            }
        }
        return read(file);
    }

    private static boolean isPosix(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }

    /** Where there are no such permissions, a user's folders are the user's own. */
    private static FileAttribute<?>[] onlyOwner(String permissions) {
        return File.separatorChar == '/'
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
