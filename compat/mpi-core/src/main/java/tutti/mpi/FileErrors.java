package tutti.mpi;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** The error classes of what a file system refuses, here or in another rank, by the text that both have. */
final class FileErrors {
    private record Cause(String text, ErrorClass errorClass) {}

    private static final List<Cause> CAUSES = List.of(
            new Cause(NoSuchFileException.class.getName(), ErrorClass.NO_SUCH_FILE),
            new Cause(FileAlreadyExistsException.class.getName(), ErrorClass.FILE_EXISTS),
            new Cause(AccessDeniedException.class.getName(), ErrorClass.ACCESS),
            new Cause("No space left on device", ErrorClass.NO_SPACE),
            new Cause("Disk quota exceeded", ErrorClass.QUOTA),
            new Cause("Read-only file system", ErrorClass.READ_ONLY));

    private FileErrors() {}

    static ErrorClass classOf(String message) {
        return CAUSES.stream()
                .filter(cause -> message.contains(cause.text()))
                .map(Cause::errorClass)
                .findFirst()
                .orElse(ErrorClass.IO);
    }
}
