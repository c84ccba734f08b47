package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.RemoteCause;

/** Members that are a lambda, with results. */
class RunTest {

    private static <R> List<List<R>> runEverywhere(TestJob job, int members, MemberTask<R> task) {
        return TestJob.eachAtOnce(
                job.processes(), process -> job.master(process).run(members, task));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "2, 2", "2, 7", "3, 8"})
    void shouldReturnTheResultsOfAllInRankOrder(int processes, int members) {
        try (TestJob job = TestJob.of(processes)) {
            for (int run = 0; run < 3; run++) {
                int factor = run;
                List<List<Integer>> results = runEverywhere(
                        job, members, world -> factor * world.rank() + world.allReduce(1, Reductions.<Integer>sum()));
                assertThat(results)
                        .hasSize(processes)
                        .containsOnly(IntStream.range(0, members)
                                .map(rank -> factor * rank + members)
                                .boxed()
                                .toList());
            }
            assertThat(runEverywhere(job, members, world -> null))
                    .allSatisfy(results -> assertThat(results).hasSize(members).containsOnlyNulls());
        }
    }

    @Test
    void shouldRunAsManyMembersAsTheJobHas() {
        try (TestJob job = TestJob.of(1, "--tutti-members=3")) {
            List<Integer> sizes = job.master(0).run(Communicator::size);
            assertThat(sizes).containsExactly(3, 3, 3);
            sizes.add(0, 4); // it is the caller's own
            assertThat(sizes).hasSize(4);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "2, true", "2, false"})
    void shouldTellEveryProcessOfAFailure(int processes, boolean othersWait) {
        try (TestJob job = TestJob.of(processes)) {
            List<Boolean> told = TestJob.eachAtOnce(processes, process -> {
                assertThatThrownBy(() -> job.master(process).run(4, world -> {
                            if (world.rank() == 3) {
                                throw new IOException("no such file");
                            }
                            if (othersWait) {
                                world.barrier();
                            }
                            return 1;
                        }))
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContainingAll("rank=3", "no such file")
                        .extracting(MemberFailedException.class::cast)
                        .satisfies(failure -> assertThat(failure.rank()).isEqualTo(3))
                        .satisfies(failure -> assertThat(failure.process()).isEqualTo(processes - 1))
                        .satisfies(failure -> assertThat(
                                        process < processes - 1 || failure.getCause() instanceof IOException)
                                .isTrue());
                return true;
            });
            assertThat(told).hasSize(processes);
        }
    }

    /** Members of a call that fails hear of it in any order, and only one of them is the cause. */
    @ParameterizedTest
    @CsvSource({"1, 4", "2, 4", "3, 6"})
    void shouldNameTheMemberInWhichACallFailed(int processes, int members) {
        TestJob job = TestJob.of(processes);
        for (int run = 0; run < 20; run++) {
            int failing = run % members;
            List<Integer> named = TestJob.eachAtOnce(processes, process -> {
                try {
                    job.master(process)
                            .run(
                                    members,
                                    world -> world.broadcast(world.rank() == failing ? new Object() : null, failing));
                    return -1;
                } catch (MemberFailedException e) {
                    return e.rank();
                }
            });
            assertThat(named).hasSize(processes).containsOnly(failing);
        }
        job.closeAndCollect();
    }

    /** The code of an exception may fail, too. */
    @ParameterizedTest
    @CsvSource({"1, message", "2, message", "1, error", "2, error", "1, frames", "2, frames", "1, null", "2, null"})
    void shouldTellOfAFailureWhoseDescriptionFails(int processes, String what) {
        TestJob job = TestJob.of(processes);
        List<Boolean> told = TestJob.eachAtOnce(processes, process -> {
            assertThatThrownBy(() -> job.master(process).run(4, world -> {
                        if (world.rank() == 0) {
                            throw new Undescribed(what);
                        }
                        world.barrier();
                        return 1;
                    }))
                    .isInstanceOf(MemberFailedException.class)
                    .satisfies(failure ->
                            assertThat(failure.getMessage()).contains("rank=0", Undescribed.class.getName()));
            return true;
        });
        assertThat(told).hasSize(processes);
        job.closeAndCollect();
    }

    private static final class Undescribed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final String what;

        Undescribed(String what) {
            this.what = what;
        }

        @Override
        public String getMessage() {
            if (what.equals("message")) {
                throw new IllegalStateException("has no message");
            }
            if (what.equals("error")) {
                throw new NoClassDefFoundError("has no message");
            }
            return what;
        }

        @Override
        @SuppressWarnings("NullAway") // as a program may have it
        public String toString() {
            return what.equals("null") ? null : super.toString();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            if (what.equals("frames")) {
                throw new IllegalStateException("has no frames");
            }
            return super.getStackTrace();
        }
    }

    /** Each caller gets the failures of its own members. */
    @Test
    void shouldTellEachOfSeveralRunsOfItsOwnFailure() {
        TestJob job = TestJob.of(1);
        for (int round = 0; round < 20; round++) {
            List<String> outcomes = TestJob.eachAtOnce(4, index -> {
                try {
                    return job.master(0)
                            .run(2, world -> {
                                if (index % 2 == 1) {
                                    throw new IllegalStateException("failed in thread " + index);
                                }
                                return index;
                            })
                            .toString();
                } catch (MemberFailedException e) {
                    return String.valueOf(e.getCause().getMessage());
                }
            });
            assertThat(outcomes).containsExactly("[0, 0]", "failed in thread 1", "[2, 2]", "failed in thread 3");
        }
        job.master(0).await();
        job.closeAndCollect();
    }

    /** However long that takes: the limit is one for the start. */
    @Test
    void shouldWaitForMembersOfOtherProcesses() {
        try (TestJob job = TestJob.of(2, "--tutti-timeout=1")) {
            assertThat(runEverywhere(job, 2, world -> {
                        if (world.rank() == 0) {
                            Thread.sleep(3_000);
                        }
                        return world.rank();
                    }))
                    .containsOnly(List.of(0, 1));
        }
    }

    /** It can be written, and read by no other process. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailEverywhereIfAProcessCannotReadAResult(boolean isError) {
        TestJob job = TestJob.of(2);
        List<Boolean> told = TestJob.eachAtOnce(2, process -> {
            assertThatThrownBy(() ->
                            job.master(process).run(2, world -> world.rank() == 0 ? new Unreadable(isError) : null))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContainingAll("cannot be read", "process=1");
            return true;
        });
        assertThat(told).containsOnly(true);
        job.closeAndCollect();
    }

    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1;

        private final boolean isError;

        Unreadable(boolean isError) {
            this.isError = isError;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (isError) {
                throw new AssertionError("not readable");
            }
            throw new IOException("not readable");
        }
    }

    /** Objects without an interface are sent to no one; within a process they need not be. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 4", "3, 2"})
    void shouldNameTheMemberWhoseResultCannotBeSent(int processes, int failing) {
        TestJob job = TestJob.of(processes);
        int failingProcess = failing * processes / 6;
        List<Boolean> told = TestJob.eachAtOnce(processes, process -> {
            assertThatThrownBy(() -> job.master(process)
                            .run(6, world -> world.rank() == failing ? new Object() : List.of(world.rank())))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContainingAll(
                            "not serializable: class=java.lang.Object",
                            "run 1 rank=" + failing,
                            "process=" + failingProcess);
            return true;
        });
        assertThat(told).hasSize(processes);
        job.closeAndCollect();
    }

    /** The program catches each failure, and asks again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldTellOfTheFailureOfEachRun(int processes) {
        TestJob job = TestJob.of(processes);
        for (int run = 0; run < 3; run++) {
            String failed = "failed in run " + run;
            List<Boolean> told = TestJob.eachAtOnce(processes, process -> {
                assertThatThrownBy(() -> job.master(process).run(4, world -> {
                            if (world.rank() == 0) {
                                throw new IOException(failed);
                            }
                            return world.allReduce(1, Integer::sum);
                        }))
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContainingAll("rank=0", failed)
                        .satisfies(failure -> assertThat(failure.getMessage()).hasLineCount(1))
                        .satisfies(failure -> assertHasTraceOf(new IOException(failed), failure, process == 0));
                return true;
            });
            assertThat(told).hasSize(processes);
            assertThat(runEverywhere(job, 4, world -> world.allReduce(1, Integer::sum)))
                    .containsOnly(List.of(4, 4, 4, 4));
        }
        job.closeAndCollect();
    }

    /** What the program threw is the last cause, and its stack trace begins here. */
    private static void assertHasTraceOf(Exception thrown, Throwable failure, boolean isHere) {
        Throwable root = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce((_, last) -> last)
                .orElseThrow();
        assertThat(root.getStackTrace()[0].getClassName()).isEqualTo(RunTest.class.getName());
        if (isHere) {
            assertThat(root).isExactlyInstanceOf(thrown.getClass()).hasMessage(thrown.getMessage());
        } else {
            assertThat(root)
                    .isInstanceOfSatisfying(
                            RemoteCause.class,
                            remote -> assertThat(remote.className())
                                    .isEqualTo(thrown.getClass().getName()))
                    .hasMessage(thrown.toString());
        }
    }

    @Test
    void shouldRefuseTooFewMembersAndMembersThatRun() {
        try (TestJob job = TestJob.of(2)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.master(0).run(1, world -> 1))
                    .withMessageContainingAll("members=1", "processes=2");
        }
        try (TestJob job = TestJob.of(1)) {
            job.master(0).run(1, world -> {
                assertThatIllegalStateException().isThrownBy(() -> job.master(0).run(1, other -> 1));
                return 1;
            });
        }
    }
}
