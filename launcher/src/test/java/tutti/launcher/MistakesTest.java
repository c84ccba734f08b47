package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.launch.ShortTrace;
import tutti.launched.Adding;
import tutti.launched.Mistakes;
import tutti.messaging.JvmCache;
import tutti.messaging.NightlySource;
import tutti.messaging.bootstrap.FreePorts;

/**
 * The mistakes of the first hours, made by a real program in a real job: what is printed names the line of the program,
 * says what helps, and fits a screen.
 */
class MistakesTest {
    private static final int LINES_OF_A_SCREEN = 50;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 | forgotten-barrier | member left the group while another still needs it; rank=0; here rank=; in barrier; it ended normally, by a return from run; before it did its part; let all members call the same operations | forgetABarrier
        1 | other-call        | calls do not match; called barrier as; called allReduce as; Mistakes.callBarrier(Mistakes.java: | callAllReduce
        2 | other-root        | calls do not match; here rank=; called broadcast root=; as collective call number 0; let all members call the same operations in the same order, with the same root, operator and kind of argument | make
        1 | wrong-type        | sent=int[10] by group=run 1 rank=0; expected=double[10] at group=run 1 rank=1; let both use the same element type and length | sendAnotherType
        1 | throws            | member failed: group=run 1 rank=1; ArithmeticException: / by zero | divideByZero
        2 | class-missing     | rank=3; class is not on the class path: class=my.Missing; name its jar or folder with --class-path | useAMissingClass
        1 | out-of-memory     | rank=1; out of memory; heapMiB=92; give each JVM more, as with -J-Xmx2g | keepAll
        """)
    void shouldNameTheLineAndTheCure(int usualJvms, String mistake, String words, String method) throws Exception {
        assertNamed(usualJvms, mistake, words, method);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 | wrong-order-of-options | -n comes after the program's name; put it before: tutti run -n | readCount
        1 | missing-file      | NoSuchFileException: no-such-input.txt; folder in which the job was started: folder=/ | readFile
        1 | root-outside      | root must lie in [0, 4): root=4; pass a rank of the group, from 0 to 3 | make
        1 | wrong-class       | rank=1; java.lang.Integer cannot be cast to class java.lang.String | receiveAnotherClass
        1 | not-serializable  | not serializable: class=tutti.launched.Mistakes$Matrix path=Matrix; let it implement java.io.Serializable | sendWhatIsNotSerializable
        2 | cycle-of-receives | deadlock: group=run 1 ranks=[0, 1, 2, 3]; rank=3; here rank=; in a receive from rank= | receiveFirst
        """)
    void shouldNameTheLineAndTheCureOfOthers(int usualJvms, String mistake, String words, String method)
            throws Exception {
        assertNamed(usualJvms, mistake, words, method);
    }

    private void assertNamed(int usualJvms, String mistake, String words, String method) throws Exception {
        for (int jvms : Boolean.getBoolean("tutti.test.all") ? List.of(1, 2) : List.of(usualJvms)) {
            try (Launch launch = make(jvms, mistake)) {
                assertThat(launch.exitCode()).isEqualTo(1);
                String text = String.join("\n", launch.err());
                assertThat(text)
                        .as("jvms=%d", jvms)
                        .contains(words.split("; "))
                        .contains("Mistakes." + method + "(Mistakes.java:")
                        .contains("tutti: the job failed: process=")
                        .doesNotContain("\tat tutti.group.", "ScopedValue");
                assertThat(launch.err()).hasSizeLessThan(LINES_OF_A_SCREEN);
            }
        }
    }

    private Launch make(int jvms, String mistake) throws IOException {
        String[] more = mistake.startsWith("wrong-order") ? new String[] {mistake, "-n", "4"} : new String[] {mistake};
        return Launch.run("-n 4 -J-Xmx96m --jvms " + jvms, Mistakes.class, more);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run -n 4 -cp no-such.jar my.Main | no such class path entry; entry=no-such.jar in=/; correct --class-path
        run -n 4 -cp . my.Main           | no such class: class=my.Main class-path=.; with its package; --class-path
        run -n 4 -cp . src/my/Main.java  | no such source file: name=src/my/Main.java in=/; correct its name
        run -n 4 pom.xml                 | a file in place of a program: name=pom.xml; give the main class
        run -n 4 src/my/Main             | a file in place of a program: name=src/my/Main; give the main class
        run -n 4 --jmvs 2 my.Main        | Unknown option: '--jmvs'; did you mean '--jvms'?
        run -n 4 Main.class              | a file in place of a program: name=Main.class; --class-path
        run -n 4 my.Main                 | no program and no class of that name: name=my.Main; --class-path
        """)
    void shouldNameWhatIsMissingBeforeTheJobStarts(String commandLine, String words) throws Exception {
        try (Launch launch = Launch.tutti(commandLine.split(" +"))) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err())).startsWith("tutti: ").contains(words.split("; "));
            assertThat(launch.err()).hasSizeLessThan(LINES_OF_A_SCREEN);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        TUTTI_TRANPORT=grpc     |                          | unknown environment variable: TUTTI_TRANPORT; did you mean 'TUTTI_TRANSPORT'?
        TUTTI_TRANSPORT=bird    |                          | TUTTI_TRANSPORT must be one of [auto, ; got=bird
        TUTTI_DEADLINE=9        | --tutti-dedline=8        | unknown argument: --tutti-dedline=8; did you mean '--tutti-deadline'?
        TUTTI_DEADLINE=9        | --tutti-deadline=soon    | --tutti-deadline must be a number of seconds; got=soon
        TUTTI_DEADLINE=9        | --tutti-members=4        | the command gives each JVM this itself: --tutti-members=4; by -n before the program
        TUTTI_DEADLINE=9        | --tutti-size=2           | the command gives each JVM this itself: --tutti-size=2; by --jvms
        TUTTI_START_CACHE=on    | --tutti-algorithms=/none | cannot read the algorithm table; /none
        """)
    void shouldSayOnceWhichSettingIsWrongBeforeAnyJvmStarts(String variable, String argument, String words)
            throws Exception {
        String[] arguments = argument == null ? new String[0] : new String[] {argument};
        String options = "-n 3 --jvms 3 -J-XX:+NoSuchOption"; // with which none starts
        try (Launch launch = Launch.runBehind(List.of("env", variable), options, TestPrograms.Sum.class, arguments)) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err()).hasSize(2);
            assertThat(launch.err().getFirst()).startsWith("tutti: ").contains(words.split("; "));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldSayOnceInTheShellWhichSettingIsWrong(int jvms) throws Exception {
        List<String> mistyped = List.of("env", "TUTTI_DEDLINE=9");
        try (Launch launch = Launch.tuttiBehind(mistyped, "shell", "-n", "2", "--jvms", Integer.toString(jvms))) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err()).hasSize(2);
            assertThat(launch.err().getFirst())
                    .startsWith("tutti: unknown environment variable: TUTTI_DEDLINE;")
                    .endsWith("; did you mean 'TUTTI_DEADLINE'?");
        }
    }

    @Test
    void shouldNameAPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Launch launch = Launch.run(
                        "-n 2 --jvms 2",
                        TestPrograms.Sum.class,
                        "--tutti-join-timeout=20",
                        "--tutti-master=127.0.0.1:" + taken.getLocalPort())) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(String.join("\n", launch.err()))
                    .contains("cannot listen: process=0 address=", ":" + taken.getLocalPort())
                    .contains("is the port taken by another job")
                    .contains("TestPrograms$Sum.main(TestPrograms.java:");
            assertThat(launch.err()).hasSizeLessThan(LINES_OF_A_SCREEN);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("0")
    void shouldNameAnotherVersion(int older) throws Exception {
        Path version = folder.resolve("other/tutti/messaging/config/version.txt");
        Files.createDirectories(version.getParent());
        Files.writeString(version, "0.0.1-OLD");
        List<Process> processes = new ArrayList<>();
        int port = FreePorts.take();
        try {
            for (int index = 0; index < 2; index++) {
                String classPath = System.getProperty("java.class.path");
                List<String> command = new ArrayList<>(List.of(JobPlan.java().toString()));
                command.addAll(JvmCache.QUICK_START);
                command.addAll(List.of(
                        "-cp",
                        index == older ? folder.resolve("other") + File.pathSeparator + classPath : classPath,
                        Adding.class.getName(),
                        "--tutti-size=2",
                        "--tutti-rank=" + index,
                        "--tutti-master=127.0.0.1:" + port));
                ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
                builder.environment().keySet().removeIf(name -> name.startsWith(JobPlan.VARIABLES));
                processes.add(builder.start());
            }
            List<String> texts = new ArrayList<>();
            for (Process process : processes) {
                texts.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                assertThat(process.waitFor()).isEqualTo(1);
            }
            assertThat(String.join("\n", texts))
                    .contains("versions differ: process=1", "tutti=0.0.1-OLD java=")
                    .contains("run one version of Tutti and of Java in all processes")
                    .contains("Adding.main(Adding.java:");
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void shouldShowAllFramesIfAsked() throws Exception {
        try (Launch launch = Launch.run("-n 2 -J-D" + ShortTrace.PROPERTY + "=full", Mistakes.class, "throws")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .anyMatch(line -> line.startsWith("\tat tutti.group."))
                    .noneMatch(line -> line.contains("left out"));
        }
    }

    @Test
    void shouldNotPrintALongTextTwice() {
        String text = "a long text of a failure ".repeat(10).strip();
        Throwable cause = new IllegalStateException(text);
        Throwable failure = new IllegalArgumentException("member failed: " + cause, cause);
        StackTraceElement[] own = {new StackTraceElement("my.Main", "main", "Main.java", 3)};
        failure.setStackTrace(own);
        cause.setStackTrace(own);
        assertThat(ShortTrace.of(failure))
                .containsExactly(
                        "java.lang.IllegalArgumentException: member failed: java.lang.IllegalStateException: " + text,
                        "\tat " + own[0],
                        "Caused by: java.lang.IllegalStateException, as said above",
                        "\tat " + own[0]);
    }

    @Test
    void shouldPrintWholeWhatHasNoFrameOfAProgram() {
        Throwable failure = new IllegalStateException("first line\nsecond line", new ArithmeticException("cause"));
        StackTraceElement[] frames = {
            new StackTraceElement("java.lang.Integer", "parseInt", "Integer.java", 1),
            new StackTraceElement("tutti.group.ColMember", "run", "ColMember.java", 2)
        };
        failure.setStackTrace(frames);
        failure.getCause().setStackTrace(frames);
        assertThat(ShortTrace.of(failure))
                .containsExactly(
                        "java.lang.IllegalStateException: first line\nsecond line",
                        "\tat " + frames[0],
                        "\tat " + frames[1],
                        "Caused by: java.lang.ArithmeticException: cause",
                        "\tat " + frames[0],
                        "\tat " + frames[1]);
        StackTraceElement[] own = Arrays.copyOf(frames, 3);
        own[2] = new StackTraceElement("my.Main", "main", "Main.java", 3);
        failure.setStackTrace(own);
        assertThat(ShortTrace.of(failure))
                .containsExactly(
                        "java.lang.IllegalStateException: first line\nsecond line",
                        "\tat " + frames[0],
                        "\tat " + own[2],
                        "Caused by: java.lang.ArithmeticException: cause",
                        "\tat " + frames[0],
                        "\t... 2 frames of Tutti and Java are left out; -J-Dtutti.traces=full shows them");
    }
}
