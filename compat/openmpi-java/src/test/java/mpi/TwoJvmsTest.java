package mpi;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.mpi.TwoJvms;

/** The tests of all methods run again in jobs of two JVMs. */
class TwoJvmsTest {

    /** Collective operations pass in those of the other API. */
    @Test
    void shouldPassInTwoJvms(@TempDir Path folder) throws Exception {
        TwoJvms.run(folder, MessagesTest.class);
    }

    @Tag("nightly")
    @Test
    void shouldAllPassInTwoJvms(@TempDir Path folder) throws Exception {
        TwoJvms.run(
                folder,
                CollectivesTest.class,
                CommunicatorsTest.class,
                DatatypesTest.class,
                FilesTest.class,
                MessagesTest.class,
                ReductionsTest.class,
                RequestsTest.class,
                SemanticsTest.class,
                TopologiesTest.class,
                ValuesTest.class,
                WindowsTest.class);
    }
}
