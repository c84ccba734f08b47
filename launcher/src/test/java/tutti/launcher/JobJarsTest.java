package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.launcher.JobJars.Jar;

/** Jars as they go to other hosts. */
class JobJarsTest {
    @TempDir
    private Path folder;

    @Test
    void shouldPackAFolderOfClassesIntoTheSameBytesWhenItsContentIsTheSame() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/a"));
        Path file = Files.writeString(classes.resolve("A.class"), "content");
        ClassPath path = new ClassPath(List.of(folder.resolve("classes")));
        List<Jar> first = JobJars.of(path, folder);
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));

        assertThat(JobJars.of(path, folder)).isEqualTo(first);
        Files.writeString(file, "changed");
        assertThat(JobJars.of(path, folder)).isNotEqualTo(first);
    }

    @Test
    void shouldWriteWhatTarReads() throws Exception {
        Path one = Files.write(folder.resolve("one.jar"), new byte[1000]);
        Path empty = Files.createFile(folder.resolve("empty ä.jar"));
        List<Jar> jars = JobJars.of(new ClassPath(List.of(one, empty, one)), folder);
        Path archive = folder.resolve("archive.tar");
        Tar.write(jars, archive);
        Path out = Files.createDirectory(folder.resolve("out"));

        Process tar = new ProcessBuilder("tar", "-C", out.toString(), "-xf", archive.toString())
                .inheritIO()
                .start();

        assertThat(tar.waitFor()).isZero();
        assertThat(out.resolve(jars.getFirst().path())).hasSameBinaryContentAs(one);
        assertThat(out.resolve(jars.get(1).path())).isEmptyFile();
    }

    @Test
    void shouldRefuseNamesThatTarCannotHold() throws Exception {
        Path jar = Files.createFile(folder.resolve("x".repeat(100) + ".jar"));
        List<Jar> jars = JobJars.of(new ClassPath(List.of(jar)), folder);

        assertThatThrownBy(() -> Tar.write(jars, folder.resolve("archive.tar")))
                .isInstanceOf(SiteException.class)
                .hasMessageContainingAll(jar.toString(), "limit=100", "rename it");
    }

    @Test
    void shouldQuoteWordsForShells() {
        assertThat(Shell.quote(List.of("it's", "$HOME"))).isEqualTo("'it'\\''s' '$HOME'");
    }
}
