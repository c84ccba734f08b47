package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.launched.Mistakes;
import tutti.messaging.NightlySource;

/** Jobs of which a process fails, run by a real launcher. */
class FailureTest {
    /** A device on which nothing finds room. */
    private static final Path FULL = Path.of("/dev/full");

    @Test
    void shouldExitWithTheCodeOfTheOnlyJvm() throws Exception {
        try (Launch launch = Launch.run("-n 2", TestPrograms.Exit.class, "0", "3")) {
            assertThat(launch.exitCode()).isEqualTo(3);
            assertThat(launch.err()).containsExactly("tutti: the job failed: process=0 processes=1 exit-code=3");
        }
    }

    /** ADR 39. */
    @ParameterizedTest
    @CsvSource("3, 0")
    @NightlySource({"1, 0", "1, 3", "3, 3"})
    void shouldExitWithOneWhenAMemberCallsExit(int jvms, int status) throws Exception {
        try (Launch launch =
                Launch.run("-n 3 --jvms " + jvms, TestPrograms.EndInMember.class, "exit", Integer.toString(status))) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .anySatisfy(line -> assertThat(line)
                            .contains(
                                    "System.exit was called before all members of its process were done",
                                    "group=end rank=2",
                                    "TestPrograms$EndInMember.run(TestPrograms.java:"))
                    .contains("tutti: the job failed: process=%d processes=%d exit-code=1".formatted(jvms - 1, jvms));
        }
    }

    /** No hook runs, so the status is what it is; the others, if there are any, have lost a member. */
    @ParameterizedTest
    @CsvSource("3, 0, 1")
    @NightlySource({"1, 0, 0", "1, 3, 3", "3, 3, 3"})
    void shouldExitWithTheStatusOfAHalt(int jvms, int status, int expected) throws Exception {
        try (Launch launch =
                Launch.run("-n 3 --jvms " + jvms, TestPrograms.EndInMember.class, "halt", Integer.toString(status))) {
            assertThat(launch.exitCode()).isEqualTo(expected);
            if (expected == 3) {
                assertThat(launch.err())
                        .contains(
                                "tutti: the job failed: process=%d processes=%d exit-code=3".formatted(jvms - 1, jvms));
            } else if (expected == 1) {
                assertThat(launch.err())
                        .anySatisfy(line ->
                                assertThat(line).contains("MemberFailedException", "group=end ranks=[2]", "process=2"))
                        .anyMatch(line -> line.matches("tutti: the job failed: process=[01] processes=3 exit-code=1"));
            } else {
                assertThat(launch.err()).isEmpty();
            }
        }
    }

    @Test
    void shouldFailWhenAnyThreadEndsWithAnException() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.ThrowInThread.class)) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .contains("Exception in thread \"worker\" java.lang.IllegalStateException: in a thread")
                    .contains("tutti: the job failed: process=0 processes=1 exit-code=1");
        }
    }

    /** Exceptions of programs may be of any form. */
    @ParameterizedTest
    @CsvSource({
        "1, text, OddException (whose description fails)",
        "1, circular, OddException: circular",
        "2, circular, OddException: circular",
        "1, frames, OddException: frames",
        "1, many, OddException: many",
        "1, suppressed, Suppressed: java.lang.IllegalStateException: while it closed",
        "2, subclass, OwnFailure: subclass"
    })
    void shouldShowAnyException(int jvms, String what, String shown) throws Exception {
        try (Launch launch =
                Launch.run("-n 2 --jvms " + jvms, TestPrograms.Odd.class, what, Integer.toString(jvms - 1))) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .anySatisfy(line -> assertThat(line).contains(shown))
                    .noneMatch(line -> line.contains("UncaughtExceptionHandler"));
            assertThat(String.join("\n", launch.err())).hasSizeLessThan(20_000);
        }
    }

    /** As the program says, also if the failure was shown before it caught it. */
    @ParameterizedTest
    @CsvSource({"1, run, 0", "1, compute, 0", "1, start, 0", "2, run, 1", "2, compute, 0"})
    void shouldExitWithZeroIfTheProgramCatchesTheFailureOfAMember(int jvms, String how, int failing) throws Exception {
        try (Launch launch =
                Launch.run("-n 4 --jvms " + jvms, TestPrograms.CatchFailure.class, how, Integer.toString(failing))) {
            assertThat(launch.exitCode()).as("%s", launch.err()).isZero();
            assertThat(launch.out())
                    .hasSize(jvms)
                    .allSatisfy(line -> assertThat(line).endsWith("caught failure of rank=" + failing * 2));
        }
    }

    @Test
    void shouldExitWithOneIfAThreadEndsWithAFailureThatWasShownBefore() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.CatchInOneProcess.class)) {
            assertThat(launch.exitCode()).as("%s", launch.err()).isEqualTo(1);
            assertThat(launch.err()).anyMatch(line -> line.contains("IllegalStateException: wrong input"));
        }
    }

    @Test
    void shouldExitWithOneIfTheProgramThrowsTheFailureAgain() throws Exception {
        try (Launch launch = Launch.run("-n 4", TestPrograms.CatchFailure.class, "close", "0")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.out()).containsExactly("caught failure of rank=0");
        }
    }

    @Test
    void shouldEndTheOthersWhenOneFails() throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms 3", TestPrograms.Exit.class, "1", "42")) {
            assertThat(launch.exitCode()).isEqualTo(42);
            assertThat(launch.err()).containsExactly("tutti: the job failed: process=1 processes=3 exit-code=42");
            assertThat(launch.awaitProcesses(0)).isEmpty();
        }
    }

    @Test
    void shouldNameTheThreadThatKeepsAFailedProgram() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.KeepThread.class)) {
            assertThat(launch.exitCode()).isEqualTo(5);
            assertThat(launch.err())
                    .anyMatch(line -> line.contains("IllegalStateException: wrong"))
                    .anyMatch(line -> line.contains("a thread of it keeps its JVM alive: thread=pool of its own"));
        }
    }

    @Test
    void shouldNameTheThreadThatKeepsAProgramThatIsDone() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.KeepThreadAfterClose.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .contains("has closed its master", "keeps its JVM alive: thread=pool of its own"));
        }
    }

    /** Without it, a failed program looks like one that works until the members that compute have ended. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldShowTheFailureAndNameMembersThatRunOn(int jvms) throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms " + jvms, TestPrograms.RunOnAfterFailure.class)) {
            Awaitility.await()
                    .atMost(3, TimeUnit.MINUTES)
                    .untilAsserted(() -> assertThat(launch.err())
                            .anyMatch(line -> line.contains("at tutti.launcher.TestPrograms$RunOnAfterFailure."))
                            .anySatisfy(line -> assertThat(line)
                                    .contains(
                                            "run on: group=run 1 rank=0 thread=",
                                            " at tutti.launcher.TestPrograms$RunOnAfterFailure.",
                                            "the failure is: member failed: group=run 1 rank=1")));
        }
    }

    @Test
    void shouldSayThatAClassHasNoMainMethod() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.class)) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .anyMatch(line ->
                            line.contains("the class has no main method: class=" + TestPrograms.class.getName()))
                    .noneMatch(line -> line.startsWith("\tat "));
        }
    }

    @Test
    void shouldNameTheSignalThatKilledAProcess() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Wait.class)) {
            launch.awaitProcesses(2).getFirst().destroyForcibly();
            assertThat(launch.exitCode()).isEqualTo(137);
            assertThat(launch.err())
                    .singleElement()
                    .asString()
                    .matches("tutti: the job failed: process=[01] processes=2 signal=SIGKILL exit-code=137");
            assertThat(launch.awaitProcesses(0)).isEmpty();
        }
    }

    @Test
    void shouldKillProcessesThatDoNotEndWhenAsked() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Hang.class)) {
            launch.awaitProcesses(2).getFirst().destroyForcibly();
            assertThat(launch.exitCode()).isEqualTo(137);
            assertThat(launch.out()).anyMatch(line -> line.endsWith("asked to end"));
            assertThat(launch.awaitProcesses(0)).isEmpty();
        }
    }

    @Test
    void shouldShowTheRootCauseEvenIfItsProcessEndsLast() throws Exception {
        try (Launch launch = Launch.run("-n 4 --jvms 4", TestPrograms.Throw.class, "2")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            List<String> err = launch.err();
            int report = err.indexOf("tutti: the job failed: process=2 processes=4 exit-code=1");
            assertThat(report).isPositive();
            assertThat(err.subList(report + 1, err.size()))
                    .startsWith("    Exception in thread \"main\" java.lang.IllegalStateException: boom of 2")
                    .anyMatch(line ->
                            line.startsWith("    \tat tutti.launcher.TestPrograms$Throw.main(TestPrograms.java:"))
                    .contains("    Caused by: java.lang.ArithmeticException: its cause")
                    .hasSizeLessThan(13);
        }
    }

    @Test
    void shouldNotRepeatATraceThatIsInView() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", Mistakes.class, "other-call")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .noneMatch(line -> line.startsWith("    "))
                    .anyMatch(line -> line.contains("calls do not match"));
        }
    }

    @Test
    void shouldShowOneTraceForAJob() throws Exception {
        try (Launch launch = Launch.run("-n 6 --jvms 3", Mistakes.class, "throws")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .noneMatch(line -> line.startsWith("[1] ") || line.startsWith("[2] "))
                    .endsWith("tutti: the job failed: process=0 processes=3 exit-code=1")
                    .filteredOn(line -> line.startsWith("tutti: also ended: "))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "tutti: also ended: ranks=[2, 3, 4, 5]: MemberFailedException: member failed: group=run 1"
                                    + " rank=1")
                    .contains("; here in allGather as collective call number 0, called at"
                            + " tutti.launched.Mistakes.divideByZero(");
        }
    }

    @Test
    void shouldNotSayAlsoWhereNothingElseTellsOfTheFailure() throws Exception {
        try (Launch launch = Launch.run("-n 4 --jvms 2", Mistakes.class, "run-in-one-process")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .hasSize(2)
                    .endsWith("tutti: the job failed: process=0 processes=2 exit-code=1")
                    .first()
                    .asString()
                    .startsWith("tutti: ended: ranks=[0, 1]: MemberFailedException: process ended before it added a"
                            + " member: group=run 1 members=2 asked=4")
                    .contains("let every process call run, start or getGroup, called at");
        }
    }

    @Test
    void shouldNotNameMembersThatHadReturned() throws Exception {
        try (Launch launch = Launch.run("-n 4 --jvms 3", Mistakes.class, "throws-while-one-waits")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .noneMatch(line -> line.contains("tutti: returned"))
                    .filteredOn(line -> line.startsWith("tutti: also ended: "))
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .startsWith("tutti: also ended: ranks=[2]: MemberFailedException: member failed: ")
                                    .contains("; here in a receive from rank=0, called at"),
                            line -> assertThat(line)
                                    .startsWith(
                                            "tutti: also ended: processes=[1]: MemberFailedException: member failed: ")
                                    .contains(", called at tutti.launched.Mistakes.main("));
        }
    }

    @Tag("nightly")
    @Test
    void shouldShowOneTraceAlsoIfTheOthersAreDone() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", Mistakes.class, "wrong-class")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .noneMatch(line -> line.startsWith("[0] "))
                    .filteredOn(line -> line.startsWith("tutti: also ended: processes=[0]: "))
                    .hasSize(1);
        }
    }

    @Test
    void shouldShowAnUncaughtExceptionAsJavaDoes() throws Exception {
        try (Launch launch = Launch.run("-n 1", TestPrograms.Throw.class, "0")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .startsWith("Exception in thread \"main\" java.lang.IllegalStateException: boom of 0")
                    .noneMatch(line -> line.contains("InvocationTarget"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("3")
    void shouldShowThatADiskIsFull(int jvms) throws Exception {
        assumeTrue(Files.exists(FULL), "no " + FULL + " here");
        String last = Integer.toString(jvms - 1);
        try (Launch launch = Launch.run("-n 3 --jvms " + jvms, TestPrograms.Fill.class, last, FULL.toString())) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .contains("tutti: the job failed: process=%s processes=%d exit-code=1".formatted(last, jvms))
                    .anyMatch(line -> line.contains("IOException: No space left on device"));
            assertThat(launch.awaitProcesses(0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("3")
    void shouldSayThatOutputIsLost(int jvms) throws Exception {
        assumeTrue(Files.exists(FULL), "no " + FULL + " here");
        try (Launch launch = Launch.runInto(FULL, "-n 3 --jvms " + jvms, TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err()).anyMatch(line -> line.contains("output is lost: No space left on device"));
        }
    }

    @Test
    void shouldNotMindAReaderThatHasReadEnough() {
        assertThat(StandardOutput.loss(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                }))
                .isNull();
    }

    @Test
    void shouldKeepGoingWhileAProcessLives() throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms 3 --keep-going", TestPrograms.WaitForInput.class)) {
            launch.awaitProcesses(3).stream()
                    .filter(jvm -> !launch.out().contains("[0] pid=" + jvm.pid()))
                    .forEach(ProcessHandle::destroyForcibly);
            Awaitility.await()
                    .atMost(3, TimeUnit.MINUTES)
                    .until(() -> launch.err().size() == 2);
            launch.type("text");

            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).contains("[0] bytes=4");
            assertThat(launch.err()).hasSize(4);
            assertThat(launch.err().get(2)).contains("no members ran");
            assertThat(launch.err().subList(0, 2))
                    .allMatch(line -> line.matches(
                            "tutti: lost process=[12] signal=SIGKILL exit-code=137; [12] of 3 processes continue"));
            assertThat(launch.err().getLast())
                    .startsWith("tutti: the job ended without process=")
                    .endsWith("signal=SIGKILL exit-code=137; processes=3");
        }
    }

    @Test
    void shouldFailWhenNoneIsLeftThoughItKeepsGoing() throws Exception {
        try (Launch launch = Launch.run("-n 1 --keep-going", TestPrograms.Exit.class, "0", "3")) {
            assertThat(launch.exitCode()).isEqualTo(3);
            assertThat(launch.err()).contains("tutti: the job failed: process=0 processes=1 exit-code=3");
        }
    }
}
