package ibis.mpj;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.mpi.TwoJvms;

/** The tests of all methods run again in jobs of two JVMs. */
class TwoJvmsTest {

    @Tag("nightly")
    @Test
    void shouldAllPassInTwoJvms(@TempDir Path folder) throws Exception {
        TwoJvms.run(folder, CollectivesTest.class, CommunicatorsTest.class, MessagesTest.class);
    }
}
