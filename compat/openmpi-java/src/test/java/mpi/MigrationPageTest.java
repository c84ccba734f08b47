package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the manual shows the program that the tests run. */
class MigrationPageTest {

    @Test
    void shouldShowTheProgramAsItIsCompiled() throws IOException {
        String source = Files.readString(Path.of("src/test/java/programs/Pi.java"));
        String page = Files.readString(Path.of("../../docs/openmpi-java.md"));

        String shown = source.substring(source.indexOf("/** Adds up")).strip();
        assertThat(page).contains("```java\n" + shown + "\n```");
    }
}
