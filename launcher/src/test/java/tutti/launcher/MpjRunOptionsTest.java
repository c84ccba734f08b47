package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines of MPJ Express' mpjrun become those of {@code tutti run}. */
class MpjRunOptionsTest {

    private static MpjRunOptions translated(String line) throws IOException {
        return MpjRunOptions.of(List.of(line.split(" ")));
    }

    @Test
    void shouldRunAJvmForEachRankByDevice() throws Exception {
        MpjRunOptions options = translated("-np 4 -dev niodev -Xmx2g -cp a.jar -psl 64 Main -np 3");
        assertThat(options.run()).containsExactly("run", "-n", "4", "-J-Xmx2g", "-cp", "a.jar", "Main", "-np", "3");
        assertThat(options.notes())
                .containsExactly(
                        "-np: -n 4",
                        "-Xmx2g: -J-Xmx2g",
                        "-cp: -cp a.jar",
                        "-psl 64: ignored; there is no protocol switch",
                        "-dev niodev: a JVM for each rank");
    }

    @Test
    void shouldIsolateRanksOfOneJvmByDefault() throws Exception {
        String classPath = System.getenv("CLASSPATH");
        assertThat(translated("-machinesfile hosts Main").run())
                .containsExactly(
                        "run",
                        "--hosts-file",
                        "hosts",
                        "--isolate",
                        "-cp",
                        classPath == null ? "." : classPath,
                        "Main");
    }

    @Test
    void shouldFindTheMainClassOfAJar(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("program.jar");
        write(jar, "some.Main");
        assertThat(MpjRunOptions.of(List.of("-jar", jar.toString(), "x")).run())
                .containsExactly("run", "-cp", jar.toString(), "--isolate", "some.Main", "x");
        write(jar, null);
        assertThatThrownBy(() -> MpjRunOptions.of(List.of("-jar", jar.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no main class");
        assertThatThrownBy(() ->
                        MpjRunOptions.of(List.of("-jar", folder.resolve("none").toString())))
                .hasMessageContaining("no such jar");
    }

    private static void write(Path jar, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream ignored = new JarOutputStream(out, manifest)) {
            assertThat(ignored).isNotNull();
        }
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatThrownBy(() -> translated("-np 4")).hasMessageContaining("no program");
        assertThatThrownBy(() -> translated("-np")).hasMessageContaining("-np needs a value");
        assertThatThrownBy(() -> translated("-wdir /x Main")).hasMessageContaining("change into it");
        assertThatThrownBy(() -> translated("-dev fast Main"))
                .hasMessageContaining("unknown device of mpjrun: -dev fast");
        assertThatThrownBy(() -> translated("-yarn Main")).hasMessageContaining("unknown option of mpjrun: -yarn");
    }

    @Test
    void shouldSayWhatBecomesOfEachOption() throws Exception {
        MpjRunOptions options = translated("-dev smpdev -dport 1 -sport 2 -mxboardnum 0 -mpjport 3 -headnodeip h"
                + " -debug 24500 -src -profile -server -javaagent:a.jar -esa -cp a.jar Main");

        assertThat(options.run())
                .containsExactly(
                        "run",
                        "--profile",
                        "-J-server",
                        "-J-javaagent:a.jar",
                        "-J-esa",
                        "-cp",
                        "a.jar",
                        "--isolate",
                        "Main");
        assertThat(options.notes())
                .containsExactly(
                        "-dport 1: ignored; there are no daemons",
                        "-sport 2: ignored; there are no daemons",
                        "-mxboardnum 0: ignored; there are no boards of Myrinet",
                        "-mpjport 3: ignored; the system chooses ports",
                        "-headnodeip h: ignored; the launcher chooses its address",
                        "-debug 24500: ignored; give the option -agentlib:jdwp=… to debug a JVM",
                        "-src: ignored; other hosts get copies of the class path",
                        "-profile: --profile",
                        "-server: -J-server",
                        "-javaagent:a.jar: -J-javaagent:a.jar",
                        "-esa: -J-esa",
                        "-cp: -cp a.jar",
                        "-dev smpdev: --isolate, all ranks in one JVM with static fields of their own");
    }

    @Test
    void shouldSayWhichJarHasAClassOfAnMpiApi() {
        assertThat(Cure.of(new NoClassDefFoundError("mpi/MPI")))
                .isEqualTo(
                        "class is not on the class path: class=mpi.MPI; with --class-path name the jars tutti-mpi-core"
                                + " and tutti-mpijava (for MPJ Express, mpiJava, Ibis), or tutti-openmpi-java (for Open"
                                + " MPI's Java bindings)");
        assertThat(Cure.of(new ClassNotFoundException("ibis.mpj.MPJ"))).contains("tutti-mpijava");
        assertThat(Cure.of(new ClassNotFoundException("mpisnot.Here"))).doesNotContain("tutti-mpijava");
    }
}
