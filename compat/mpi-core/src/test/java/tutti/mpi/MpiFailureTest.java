package tutti.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The error classes of what file systems refuse, some of which tests cannot provoke. */
class MpiFailureTest {

    @Test
    void shouldFindTheClassOfWhatAFileSystemRefuses() {
        Map<IOException, ErrorClass> causes = Map.of(
                new NoSuchFileException("/data/in"), ErrorClass.NO_SUCH_FILE,
                new FileAlreadyExistsException("/data/out"), ErrorClass.FILE_EXISTS,
                new AccessDeniedException("/data/out"), ErrorClass.ACCESS,
                new IOException("No space left on device"), ErrorClass.NO_SPACE,
                new IOException("Disk quota exceeded"), ErrorClass.QUOTA,
                new IOException("Read-only file system"), ErrorClass.READ_ONLY,
                new IOException("Input/output error"), ErrorClass.IO);

        causes.forEach((cause, expected) -> assertThat(
                        MpiFailure.classOf(new UncheckedIOException(String.valueOf(cause), cause)))
                .isEqualTo(expected));
    }
}
