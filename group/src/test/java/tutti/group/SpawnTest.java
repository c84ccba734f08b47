package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.collectives.Reductions;
import tutti.group.GroupException.Reason;
import tutti.messaging.LoadClock;

/** JVMs that a program starts, and that connect to it. */
class SpawnTest {
    @TempDir
    Path folder;

    /** What children do: the first argument says it. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            switch (args[0]) {
                case "work" -> work(args);
                case "fail late" -> failLate(args);
                case "nothing" -> System.err.println("done");
                default -> {
                    System.err.println("no input today");
                    System.exit(3);
                }
            }
        }

        private static void work(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("children", master.processes());
                try {
                    Intercommunicator parents = master.parent(world);
                    int sum = parents.allReduce(10 + world.rank(), Reductions.<Integer>sum());
                    parents.gatherTo(sum + " of " + master.isSpawned(), 0);
                    parents.disconnect();
                } finally {
                    world.done();
                }
            }
        }

        /** Its parents learn of the failure, and may end, long before its own trace is printed. */
        private static void failLate(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("children", master.processes());
                try {
                    master.parent(world);
                    IllegalStateException failure = new IllegalStateException("no input since noon");
                    world.fail(failure);
                    Thread.sleep(500);
                    throw failure;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    world.done();
                }
            }
        }
    }

    /** Starts a child whose failure ends it. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("parents", 1);
                try {
                    Intercommunicator children = Intercommunicator.spawn(world, 1, child("fail late"), 0);
                    children.gatherFrom(0);
                } finally {
                    world.done();
                }
            }
        }
    }

    private static SpawnCommand child(String what) {
        return SpawnCommand.java(Child.class.getName(), what);
    }

    @Test
    void shouldConnectWithChildren() {
        try (TestJob job = TestJob.of(2, "--tutti-verify=full")) {
            List<List<String>> told = job.run(3, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                Intercommunicator children = Intercommunicator.spawn(world, 2, rank == 1 ? child("work") : null, 1);
                assertThat(children.remoteSize()).isEqualTo(2);
                assertThat(children.<Integer>allReduce(rank, Reductions.<Integer>sum()))
                        .isEqualTo(21);
                List<String> results = children.gatherFrom(0);
                children.disconnect();
                return results == null ? List.of() : results;
            });
            assertThat(told.getFirst()).containsExactly("3 of true", "3 of true");
        }
    }

    @Test
    void shouldPassOnWhatAChildSaysAfterItsFailureHasEndedItsParent() {
        try (JvmJob job = JvmJob.of(Parent.class, 1).start()) {
            assertThat(job.jvm(0).exitCode(Duration.ofMinutes(2))).isNotZero();
            assertThat(job.jvm(0).err())
                    .containsSubsequence(
                            "Exception in thread \"main\" java.lang.IllegalStateException: no input since noon",
                            "at tutti.group.SpawnTest$Child.failLate");
        }
    }

    /** Expects a failure at all members, and that their group works on. */
    private static void assertFailure(Reason reason, Duration deadline, SpawnCommand command, String... texts) {
        try (TestJob job = TestJob.of(2)) {
            List<Throwable> failures = job.run(2, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                Throwable failure =
                        catchThrowable(() -> Intercommunicator.spawn(world.within(deadline), 1, command, 0));
                assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(2);
                return failure;
            });
            assertThat(failures)
                    .hasSize(2)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOfSatisfying(
                                    GroupException.class,
                                    e -> assertThat(e.reason()).isEqualTo(reason))
                            .hasMessageContainingAll((CharSequence[]) texts));
        }
    }

    @Test
    void shouldSayHowAChildHasEnded() {
        assertFailure(
                Reason.NOT_AGREED,
                Duration.ofMinutes(2),
                child("fail"),
                "a spawned process has ended before it was connected: group=group-1 child=0 pid=",
                "exit code=3, and printed last:",
                "no input today");
    }

    @Test
    void shouldNameTheCureWhereAChildHasEndedWithoutItsParent() {
        assertFailure(
                Reason.NOT_AGREED,
                Duration.ofMinutes(2),
                child("nothing"),
                "exit code=0; its program must call master.parent(world), and printed last:",
                "done");
    }

    @Test
    void shouldSayThatTheCommandCannotBeRun() {
        assertFailure(
                Reason.NOT_AGREED,
                Duration.ofMinutes(2),
                SpawnCommand.of("/no/such/command"),
                "the groups are not connected: group=group-1 root=0",
                "/no/such/command");
    }

    @Test
    void shouldEndChildrenThatDoNotConnectInTime() {
        assertFailure(
                Reason.TIMED_OUT,
                Duration.ofMillis(500),
                SpawnCommand.of("sleep", "1000"),
                "the spawned processes have not connected: group=group-1 waited=PT0.5S");
        assertThat(ProcessHandle.current().children().flatMap(each -> each.info().arguments().stream()))
                .noneSatisfy(arguments -> assertThat(arguments).containsExactly("1000"));
    }

    /** Runs the script that it is told to, on this host, without this process' environment. */
    private String ssh(String script) throws IOException {
        Path file = Files.createFile(
                folder.resolve("ssh"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(file, "#!/bin/sh%nfor last; do :; done%n%s%n".formatted(script))
                .toString();
    }

    private String sshToThisHost() throws IOException {
        return ssh("exec env -i PATH=\"$PATH\" sh -c \"$last\"");
    }

    @Test
    void shouldConnectWithChildrenOfAnotherHost() throws IOException {
        SpawnCommand there = child("work").onHost("me@127.0.0.1", sshToThisHost());
        assertThat(there).asString().endsWith(" work on me@127.0.0.1");
        try (TestJob job = TestJob.of(2, "--tutti-verify=full")) { // the children must be told so, too
            List<List<String>> told = job.run(2, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                Intercommunicator children = Intercommunicator.spawn(world, List.of(there, child("work"), there), 0);
                children.<Integer>allReduce(rank, Reductions.<Integer>sum());
                List<String> results = children.gatherFrom(0);
                children.disconnect();
                return results == null ? List.of() : results;
            });
            assertThat(told.getFirst()).containsExactly("1 of true", "1 of true", "1 of true");
        }
    }

    @Test
    void shouldEndChildrenOfAnotherHostThatDoNotConnectInTime() throws IOException {
        Path number = folder.resolve("number");
        assertFailure(
                Reason.TIMED_OUT,
                Duration.ofSeconds(3),
                SpawnCommand.of("sh", "-c", "echo $$ > '%s'; exec sleep 1000".formatted(number))
                        .onHost("127.0.0.1", sshToThisHost()),
                "the spawned processes have not connected: group=group-1 waited=PT3S");
        long pid = Long.parseLong(Files.readString(number).strip());
        LoadClock.await().until(() -> ProcessHandle.of(pid).isEmpty());
    }

    @Test
    void shouldSayWhyAHostIsNotReached() throws IOException {
        assertFailure(
                Reason.NOT_AGREED,
                Duration.ofMinutes(2),
                child("work").onHost("127.0.0.1", ssh("echo no route to host >&2; exit 255")),
                "child=0 host=127.0.0.1 exit code=255, and printed last:",
                "no route to host");
        assertFailure(
                Reason.NOT_AGREED,
                Duration.ofMinutes(2),
                child("work").onHost("192.0.2.1"),
                "children on another host do not reach a job on loopback: child host=192.0.2.1, parents");
        assertThatThrownBy(() -> child("work").onHost("-p"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a host: host=[-p]");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        try (TestJob job = TestJob.of(1)) {
            assertThatThrownBy(() -> job.run(
                            1,
                            (self, group, rank) ->
                                    Intercommunicator.spawn(self.communicator(group), 0, child("work"), 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at least one JVM is spawned: jvms=0");
            job.closeAndCollect();
        }
        try (TestJob job = TestJob.of(1)) {
            job.run(1, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                assertThatThrownBy(() -> job.master(0).parent(world))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("this job was not spawned: process=0");
                assertThatThrownBy(() -> Intercommunicator.spawn(world, List.of(), 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("spawn needs commands at the root");
                return 0;
            });
        }
    }
}
