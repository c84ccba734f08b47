package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.JvmCache;
import tutti.messaging.NightlySource;

/** Jobs that end well, run by a real launcher. */
class RunCommandTest {

    @Test
    void shouldTellOneJvmOnlyItsMembers() throws Exception {
        try (Launch launch = Launch.run("-n 3", TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("variables={TUTTI_MEMBERS=3}");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource({"2", "3"})
    void shouldNoticeAProgramWithoutAMaster(int jvms) throws Exception {
        String options = "-n 3 --jvms " + jvms;
        try (Launch launch = Launch.run(options, TestPrograms.Print.class, "file")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err())
                    .singleElement()
                    .asString()
                    .contains(
                            "tutti: no members ran: class=tutti.launcher.TestPrograms$Print",
                            "without a ColGroupMaster",
                            "begin main with: try (ColGroupMaster master = new ColGroupMaster(args))");
        }
        try (Launch launch = Launch.run(options, TestPrograms.Print.class, "file", "--help")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err()).isEmpty();
        }
        String wanted = options + " -J-Dtutti.without-master=true";
        try (Launch launch = Launch.run(wanted, TestPrograms.Print.class, "file")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err()).isEmpty();
        }
        try (Launch launch = Launch.run(options, TestPrograms.Sum.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err()).isEmpty();
        }
    }

    /** Of which {@code script} makes one. */
    @Test
    void shouldTellJvmsThatTheirOutputGoesToATerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is not installed");
        List<String> command = new ArrayList<>(JvmCache.launcher());
        command.addAll(List.of("run", "-n", "2", "--jvms", "2", TestPrograms.Print.class.getName()));
        String quoted = command.stream().map(Shell::quote).collect(Collectors.joining(" "));
        Process process = new ProcessBuilder("script", "-qec", quoted, "/dev/null").start();
        process.getOutputStream().close();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("[0] terminal=true", "[1] terminal=true");

        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("[0] terminal=null", "[1] terminal=null");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2 |                                 | [-XX:CompileThresholdScaling=2, -XX:FreqInlineSize=100]
        3 |                                 | []
        2 | -J-XX:CompileThresholdScaling=3 | [-XX:CompileThresholdScaling=2, -XX:FreqInlineSize=100, -XX:CompileThresholdScaling=3]
        2 | -J-XX:FreqInlineSize=325        | [-XX:CompileThresholdScaling=2, -XX:FreqInlineSize=100, -XX:FreqInlineSize=325]
        """)
    void shouldLetJvmsThatShareProcessorsCompileLess(int processors, @Nullable String option, String options)
            throws Exception {
        List<String> command = new ArrayList<>(JvmCache.launcher("-XX:ActiveProcessorCount=" + processors));
        command.addAll(List.of("run", "-n", "2", "--jvms", "2"));
        if (option != null) {
            command.add(option);
        }
        command.addAll(List.of(TestPrograms.JvmOptions.class.getName(), "CompileThreshold", "FreqInline"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("[0] options=" + options, "[1] options=" + options);
    }

    @Test
    void shouldKeepNettyFromTracingBuffersUnlessTheUserWantsIt() throws Exception {
        String line = "-n 1 --jvms 1 -J-Dio.netty.leakDetection.level=paranoid";
        try (Launch launch = Launch.run(line, TestPrograms.JvmOptions.class, "leakDetection")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out())
                    .contains("options=[-Dio.netty.leakDetection.level=disabled,"
                            + " -Dio.netty.leakDetection.level=paranoid]");
        }
    }

    @Test
    void shouldNameProcessesInTheSystemsLists() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Wait.class, "an-argument")) {
            List<ProcessHandle> processes = launch.awaitProcesses(2);
            Process jps = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jps")
                                    .toString(),
                            "-m")
                    .redirectErrorStream(true)
                    .start();
            List<String> listed = new String(jps.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> processes.stream().anyMatch(process -> line.startsWith(process.pid() + " ")))
                    .map(line -> line.replaceAll("\\d+ (?=Tutti|tutti)", ""))
                    .toList();
            assertThat(listed)
                    .hasSize(2)
                    .allMatch(line -> line.endsWith("tutti.launcher.TestPrograms$Wait an-argument"))
                    .anyMatch(line -> line.startsWith("TuttiProcess process-0-of-2 "))
                    .anyMatch(line -> line.startsWith("TuttiProcess process-1-of-2 "));
            launch.signal("TERM");
            assertThat(launch.exitCode()).isNotZero();
        }
    }

    @Test
    void shouldTellEachOfSeveralJvmsItsPlace() throws Exception {
        try (Launch launch = Launch.run("-n 5 --jvms 3", TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isZero();
            String place =
                    "[%1$d] variables={TUTTI_MASTER=ADDRESS, TUTTI_MEMBERS=5, TUTTI_RANK=%1$d, TUTTI_SECRET_FILE=FILE,"
                            + " TUTTI_SIZE=3}";
            assertThat(launch.out().stream()
                            .map(line -> line.replaceAll("127\\.0\\.0\\.1:\\d+", "ADDRESS")
                                    .replaceAll("SECRET_FILE=[^,]+", "SECRET_FILE=FILE")))
                    .contains(place.formatted(0), place.formatted(1), place.formatted(2));
        }
    }

    @Test
    void shouldKeepTheSecretInAFileOfItsOwnerOnlyUntilTheEnd() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2 --tls", TestPrograms.ShowSecret.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("[0] tls=on permissions=rw-------", "[1] tls=on permissions=rw-------");
            List<String> files = launch.out().stream()
                    .filter(line -> line.contains("file="))
                    .map(line -> line.substring(line.indexOf('=') + 1))
                    .distinct()
                    .toList();
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(Path.of(file)).doesNotExist());
        }
    }

    @Test
    void shouldLeaveEverythingAfterTheProgramToIt() throws Exception {
        try (Launch launch =
                Launch.run("-n 1", TestPrograms.Print.class, "-n", "4", "--help", "--", "@file", "", "a b", "ä€")) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("arguments=[-n, 4, --help, --, @file, , a b, ä€]");
        }
    }

    @Test
    void shouldSayThatOptionsBehindTheProgramAreTheProgramsIfItFails() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.EndInMember.class, "halt", "3", "--jvms=2")) {
            assertThat(launch.exitCode()).isEqualTo(3);
            assertThat(launch.err())
                    .anyMatch(line -> line.startsWith("tutti: --jvms comes after the program's name")
                            && line.contains("tutti run --jvms … "));
        }
    }

    @Test
    void shouldPassOptionsToEveryJvm() throws Exception {
        String options = "-n 2 --jvms 2 -J-Dtest.property=first --jvm-option -Dtest.property=second -J -Xmx64m";
        try (Launch launch = Launch.run(options, TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("[0] property=second", "[1] property=second");
        }
    }

    @Test
    void shouldGiveStandardInputToProcessZeroOnly() throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms 3", TestPrograms.Echo.class)) {
            launch.type("hello\n");
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).containsExactlyInAnyOrder("[0] read=hello", "[1] read=", "[2] read=");
        }
    }

    @Test
    void shouldGiveStandardInputToTheOnlyJvm() throws Exception {
        try (Launch launch = Launch.run("-n 3", TestPrograms.Echo.class)) {
            launch.type("hello\n");
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).containsExactly("read=hello");
        }
    }

    @Test
    void shouldRunInstanceMainMethod() throws Exception {
        try (Launch launch = Launch.run("", TestPrograms.Instance.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).containsExactly("instance main");
        }
    }

    @Test
    void shouldKeepLinesWholeAndInOrder() throws Exception {
        int lines = 3000;
        try (Launch launch = Launch.run("-n 3 --jvms 3", TestPrograms.Chatter.class, Integer.toString(lines))) {
            assertThat(launch.exitCode()).isZero();
            for (int process = 0; process < 3; process++) {
                List<String> out = linesOf(process, launch.out());
                List<String> err = linesOf(process, launch.err());
                assertThat(out).hasSize(lines + 1);
                assertThat(err).hasSize(process == 0 ? lines + 1 : lines); // that it has no master, too
                for (int i = 0; i < lines; i++) {
                    assertThat(out.get(i)).isEqualTo(i + " " + "ä€𝄞".repeat(40) + " of " + process);
                    assertThat(err.get(i)).isEqualTo(i + " error of " + process);
                }
                assertThat(out.getLast()).isEqualTo("end of " + process);
            }
        }
    }

    private static List<String> linesOf(int process, List<String> lines) {
        String prefix = "[" + process + "] ";
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
    }
}
