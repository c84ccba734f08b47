package tutti.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More than 2 GiB, in a JVM that has the heap for it and no other flag. */
@Timeout(240)
class LargeTest {
    private static final long NEEDED_BYTES = 10L << 30;

    @ParameterizedTest
    @ValueSource(strings = {"graph", "doubles"})
    void shouldCarryMoreThanTwoGibibytes(String what) throws Exception {
        assumeTrue(
                ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                                .getFreeMemorySize()
                        > NEEDED_BYTES,
                "needs 10 GiB of free memory");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx8g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeGraph.class.getName(),
                        what)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).startsWith("encodedBytes=2").doesNotContain("WARNING");
    }
}
