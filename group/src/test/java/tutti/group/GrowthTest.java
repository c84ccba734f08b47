package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.Reductions;
import tutti.group.growth.Newcomer;
import tutti.messaging.JoinException;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Relay;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.serialization.SerializationSettings;
import tutti.serialization.codec.Codecs;

/** Groups that take in processes which come later, all in this JVM. */
class GrowthTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    /** What a member does in its group. */
    private interface Part<R> {
        R run(Communicator world) throws Exception;
    }

    /** A job in which newcomers find process 0. */
    private static TestJob job(int processes, String... more) {
        List<String> settings = new ArrayList<>(List.of(more));
        settings.add("--tutti-join-port=0");
        return TestJob.of(processes, settings.toArray(String[]::new));
    }

    /** Runs members in threads of their own, spread evenly. */
    private static <R> List<CompletableFuture<R>> members(TestJob job, int size, Part<R> part) {
        return IntStream.range(0, size)
                .mapToObj(rank -> TestJob.async(() -> {
                    Communicator world = job.masterOf(rank, size).communicator("world", size);
                    try {
                        return part.run(world);
                    } finally {
                        world.done();
                    }
                }))
                .toList();
    }

    /** Starts newcomers, as processes of their own would. */
    private static <R> List<CompletableFuture<R>> newcomers(TestJob job, int number, Part<R> part, String... more) {
        String port = job.master(0).joinAddress();
        return IntStream.range(0, number)
                .mapToObj(each -> {
                    CompletableFuture<R> result = new CompletableFuture<>();
                    TestJob.async(() -> newcomer(port, part, result, more)).exceptionally(failure -> {
                        result.completeExceptionally(failure);
                        return null;
                    });
                    return result;
                })
                .toList();
    }

    private static <R> R newcomer(String port, Part<R> part, String... more) throws Exception {
        return newcomer(port, part, new CompletableFuture<>(), more);
    }

    /** Closes its master when all others do, and says before what has come of it. */
    private static <R> R newcomer(String port, Part<R> part, CompletableFuture<R> result, String... more)
            throws Exception {
        List<String> settings = new ArrayList<>(List.of(more));
        settings.add("--tutti-join=" + port);
        try (ColGroupMaster master = new ColGroupMaster(settings.toArray(String[]::new))) {
            assertThat(master.isNewcomer()).isTrue();
            Communicator larger = master.grownCommunicator();
            try {
                result.complete(part.run(larger));
            } catch (Exception | AssertionError e) {
                result.completeExceptionally(e); // now: to close waits for those who wait for this
                throw e;
            } finally {
                larger.done();
            }
        }
        return result.join();
    }

    private static <R> List<R> results(List<CompletableFuture<R>> futures) {
        return futures.stream().map(TestJob::get).toList();
    }

    /** Uses what a group can do, and returns what the ranks are. */
    private static List<Integer> ranks(Communicator group) {
        Communicator half = group.split(group.rank() % 2);
        half.barrier();
        half.leave();
        int next = (group.rank() + 1) % group.size();
        group.sendAsync(group.rank(), next);
        assertThat(group.<Integer>receive(Communicator.ANY_SOURCE))
                .isEqualTo(Math.floorMod(group.rank() - 1, group.size()));
        assertThat(group.allReduce(1, Reductions.<Integer>sum())).isEqualTo(group.size());
        return group.allGather(group.rank());
    }

    @ParameterizedTest(name = "{0} members in {1} processes by {2} and {3} newcomers")
    @CsvSource({
        "1, 1, auto, 1",
        "1, 1, grpc, 2",
        "2, 2, grpc, 1",
        "2, 2, shared-memory, 2",
        "3, 3, grpc, 2",
        "3, 3, shared-memory, 1",
        "4, 2, auto, 1",
        "4, 4, grpc, 2",
        "4, 1, auto, 2",
        "7, 3, auto, 1"
    })
    void shouldTakeInNewcomers(int size, int processes, String transport, int number) {
        String[] setting = {"--tutti-transport=" + transport};
        List<Integer> all = IntStream.range(0, size + number).boxed().toList();
        try (TestJob job = job(processes, setting)) {
            List<CompletableFuture<Integer>> newcomers = newcomers(
                    job,
                    number,
                    larger -> {
                        assertThat(ranks(larger)).isEqualTo(all);
                        return larger.rank();
                    },
                    setting);
            List<CompletableFuture<Integer>> members = members(job, size, world -> {
                Communicator larger = world.grow(number, LIMIT);
                assertThat(larger.size()).isEqualTo(size + number);
                assertThat(ranks(larger)).isEqualTo(all);
                assertThat(ranks(world)).isEqualTo(all.subList(0, size)); // works on
                return larger.rank();
            });
            assertThat(results(members)).containsExactlyInAnyOrderElementsOf(all.subList(0, size));
            assertThat(results(newcomers)).containsExactlyInAnyOrderElementsOf(all.subList(size, size + number));
        }
    }

    @Test
    void shouldGrowAgain() {
        try (TestJob job = job(2)) {
            Part<Integer> grow = larger -> {
                Communicator more = larger.grow(1, LIMIT);
                assertThat(ranks(more)).hasSize(4);
                return more.rank();
            };
            List<CompletableFuture<Integer>> first = newcomers(job, 1, grow);
            List<CompletableFuture<Integer>> members = members(job, 2, world -> {
                Communicator larger = world.grow(1, LIMIT);
                if (larger.rank() == 0) {
                    larger.attributes()
                            .put(
                                    "newcomer",
                                    newcomers(job, 1, more -> ranks(more).size()));
                }
                return grow.run(larger);
            });
            assertThat(results(members)).containsExactly(0, 1);
            assertThat(results(first)).containsExactly(2);
        }
    }

    /** One of the group that has grown fails; the others shrink that group or the larger one, and get the same. */
    @ParameterizedTest(name = "{0} processes, member {1} fails")
    @CsvSource({"1, 2", "3, 2", "3, 0"})
    void shouldShrinkTheLargerGroupWhicheverIsShrunk(int processes, int failing) {
        try (TestJob job = job(processes)) {
            List<CompletableFuture<String>> newcomers = newcomers(job, 1, larger -> {
                larger.barrier();
                assertThatThrownBy(larger::barrier).isInstanceOf(MemberFailedException.class);
                return described(larger.shrink());
            });
            List<CompletableFuture<String>> members = members(job, 3, world -> {
                Communicator larger = world.grow(1, LIMIT);
                assertThatThrownBy(() -> world.grow(1, LIMIT))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("grows once");
                larger.barrier();
                if (world.rank() == failing) {
                    world.fail(new IllegalStateException("lost"));
                    return "failed";
                }
                assertThatThrownBy(larger::barrier).isInstanceOf(MemberFailedException.class);
                return described(world.rank() == 1 ? world.shrink() : larger.shrink());
            });
            List<String> all = new ArrayList<>(results(members));
            all.addAll(results(newcomers));
            assertThat(all).filteredOn("failed"::equals).hasSize(1);
            assertThat(all).filteredOn("world+1#1 [0, 1, 2]"::equals).hasSize(3);
            job.closeAndCollect(); // one has failed
        }
    }

    private static String described(Communicator group) {
        return "%s %s".formatted(group.name(), ranks(group));
    }

    /** One fails as soon as it has heard from all; the others may have heard so or not, and continue in one group. */
    @ParameterizedTest(name = "{0} processes, member {1} fails")
    @CsvSource({"1, 2", "3, 2", "3, 0"})
    void shouldContinueInOneGroupWhenAMemberIsLostInTheLastStep(int processes, int failing) {
        try (TestJob job = job(processes)) {
            List<CompletableFuture<String>> newcomers = newcomers(job, 1, larger -> {
                assertThatThrownBy(larger::barrier).isInstanceOf(MemberFailedException.class);
                return described(larger.shrink());
            });
            List<CompletableFuture<String>> members = members(job, 3, world -> {
                try {
                    Communicator larger = world.grow(1, LIMIT);
                    if (world.rank() == failing) {
                        world.fail(new IllegalStateException("lost"));
                        return "failed";
                    }
                    assertThatThrownBy(larger::barrier).isInstanceOf(MemberFailedException.class);
                    return described(larger.shrink());
                } catch (MemberFailedException e) {
                    return described(world.shrink());
                }
            });
            List<String> all = results(members);
            assertThat(all).contains("failed");
            List<String> continued =
                    all.stream().filter(each -> !each.equals("failed")).toList();
            assertThat(continued).hasSize(2).containsAnyOf("world+1#1 [0, 1, 2]", "world+1#1 [0, 1]");
            assertThat(continued).containsOnly(continued.getFirst());
            job.closeAndCollect(); // one has failed
            newcomers.forEach(each -> {
                var _ = catchThrowable(() -> TestJob.get(each)); // it may not have heard that all agreed
            });
            assertThat(newcomers).allMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void shouldServeMembersThatAreClasses() {
        try (TestJob job = job(1)) {
            String port = job.master(0).joinAddress();
            TestMember<Integer> newcomer =
                    new TestMember<>((self, group, rank) -> self.allReduce(group, 1, Integer::sum));
            var _ = TestJob.async(() -> {
                try (ColGroupMaster master = new ColGroupMaster("--tutti-join=" + port)) {
                    newcomer.start(master.grownGroup(newcomer));
                    return newcomer;
                }
            });
            List<Integer> sums = job.run(2, (self, group, rank) -> {
                Communicator larger = self.communicator(group).grow(1, LIMIT);
                return larger.allReduce(1, Integer::sum);
            });
            assertThat(sums).containsExactly(3, 3);
            assertThat(TestJob.get(newcomer.result())).isEqualTo(3);
        }
    }

    @Test
    void shouldSayWhenNoOneComes() {
        try (TestJob job = job(2)) {
            List<CompletableFuture<Throwable>> members = members(job, 3, world -> {
                Throwable failure = catchThrowable(() -> world.grow(1, SHORT));
                assertThat(ranks(world)).hasSize(3);
                return failure;
            });
            assertThat(results(members))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOfSatisfying(
                                    GroupException.class,
                                    e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.TIMED_OUT))
                            .hasMessageContainingAll(
                                    "not enough newcomers have come: group=world newcomers=0 wanted=1 waited=PT0.3S",
                                    "tutti join " + job.master(0).joinAddress()));
        }
    }

    @Test
    void shouldKeepThoseWaitingWhoAreTooFew() {
        try (TestJob job = job(2)) {
            List<CompletableFuture<Integer>> first = newcomers(job, 1, Communicator::rank);
            List<CompletableFuture<Integer>> members = members(job, 2, world -> {
                assertThatThrownBy(() -> world.grow(2, SHORT)).isInstanceOf(GroupException.class);
                return world.grow(1, LIMIT).size();
            });
            assertThat(results(members)).containsExactly(3, 3);
            assertThat(results(first)).containsExactly(2);
        }
    }

    @Test
    void shouldSayThatTheJobTakesNoNewcomers() {
        try (TestJob job = TestJob.of(2)) {
            List<CompletableFuture<Throwable>> members =
                    members(job, 2, world -> catchThrowable(() -> world.grow(1, SHORT)));
            assertThat(results(members))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContainingAll("takes no newcomers: group=world process=0", "TUTTI_JOIN_PORT"));
            assertThatThrownBy(() -> job.master(1).joinAddress())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("takes no newcomers: process=1");
            assertThatThrownBy(() -> job.master(1).grownCommunicator())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this process began with its job");
        }
    }

    @Test
    void shouldSayThatMembersWantDifferentThings() {
        try (TestJob job = job(2)) {
            List<CompletableFuture<Throwable>> members = members(job, 2, world -> {
                assertThatThrownBy(() -> world.grow(0, SHORT)).isInstanceOf(IllegalArgumentException.class);
                return catchThrowable(() -> world.grow(1 + world.rank(), SHORT));
            });
            assertThat(results(members))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("rank=0 newcomers=1 limit=PT0.3S, rank=1 newcomers=2 limit=PT0.3S"));
        }
    }

    @Test
    void shouldRefuseOneWithAnotherSecretAndTakeTheNext() throws Exception {
        Path secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, UUID.randomUUID().toString());
        refuseAndTakeTheNext("--tutti-secret-file=" + secret, "secrets differ");
    }

    @Test
    void shouldRefuseOneWithOtherSettingsAndTakeTheNext() throws Exception {
        refuseAndTakeTheNext(
                "--tutti-window-bytes=1000", "windowBytes=1000, process=0 of the job windowBytes=16777216");
        refuseAndTakeTheNext("--tutti-verify=full", "verify=full, process=0 of the job verify=off");
    }

    private static void refuseAndTakeTheNext(String setting, String why) throws Exception {
        try (TestJob job = job(2)) {
            String port = job.master(0).joinAddress();
            List<CompletableFuture<Integer>> members =
                    members(job, 2, world -> world.grow(1, LIMIT).size());
            assertThatThrownBy(() -> newcomer(port, Communicator::rank, setting))
                    .isInstanceOf(JoinException.class)
                    .hasMessageContainingAll(
                            "cannot join: newcomer host=",
                            "pid=" + ProcessHandle.current().pid(),
                            "port=" + port,
                            why);
            assertThat(results(newcomers(job, 1, Communicator::rank))).containsExactly(2);
            assertThat(results(members)).containsExactly(3, 3);
        }
    }

    @Test
    void shouldSayThatThereIsNoJob() {
        assertThatThrownBy(() -> newcomer("127.0.0.1:1", Communicator::rank, "--tutti-join-timeout=1"))
                .isInstanceOf(JoinException.class)
                .hasMessageContainingAll("found no job at ports=[127.0.0.1:1] within=PT1S");
        assertThatThrownBy(() -> newcomer("nowhere", Communicator::rank))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host:port");
    }

    @Test
    void shouldWorkOnWhenANewcomerIsLostWhileItJoins() {
        try (TestJob job = job(3)) {
            String port = job.master(0).joinAddress();
            CompletableFuture<Integer> lost = TestJob.async(() -> {
                admitted(port).close(); // as if it were killed
                return 0;
            });
            List<CompletableFuture<Integer>> members = members(job, 3, world -> {
                assertThatThrownBy(() -> world.grow(1, LIMIT))
                        .isInstanceOfSatisfying(
                                GroupException.class,
                                e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.NOT_AGREED))
                        .hasMessageContainingAll(
                                "the group has not grown: group=world", "lost while it joined: newcomer");
                assertThat(ranks(world)).hasSize(3);
                if (world.rank() == 0) {
                    world.attributes().put("next", newcomers(job, 1, Communicator::rank));
                }
                return world.grow(1, LIMIT).size();
            });
            assertThat(results(members)).containsExactly(4, 4, 4);
            TestJob.get(lost);
        }
    }

    /** The newcomer lives, but the group cannot know: the system ends the connections of one that is killed, too. */
    @Test
    void shouldWorkOnWhenTheConnectionOfANewcomerToThePortIsReset() throws Exception {
        try (TestJob job = job(2)) {
            String port = job.master(0).joinAddress();
            try (Relay road = Relay.to(Integer.parseInt(port.substring(port.lastIndexOf(':') + 1)))) {
                CompletableFuture<Newcomer> other = TestJob.async(() -> admitted(port)); // goes no further
                CompletableFuture<Integer> reset =
                        TestJob.async(() -> newcomer("127.0.0.1:" + road.port(), Communicator::rank));
                List<CompletableFuture<Integer>> members = members(job, 2, world -> {
                    assertThatThrownBy(() -> world.grow(2, LIMIT))
                            .isInstanceOfSatisfying(
                                    GroupException.class,
                                    e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.NOT_AGREED))
                            .hasMessageContainingAll(
                                    "the group has not grown: group=world", "lost while it joined: newcomer");
                    assertThat(ranks(world)).hasSize(2);
                    if (world.rank() == 0) {
                        world.attributes().put("next", newcomers(job, 1, Communicator::rank));
                    }
                    return world.grow(1, LIMIT).size();
                });
                LoadClock.await().until(() -> road.hasAnswered("world+2")); // it is admitted
                road.cut();

                assertThat(results(members)).containsExactly(3, 3);
                assertThatThrownBy(() -> TestJob.get(reset))
                        .isInstanceOf(JoinException.class)
                        .hasMessageContaining("a newcomer was lost while it joined: newcomer");
                TestJob.get(other).close();
            }
        }
    }

    @Test
    void shouldWorkOnWhenANewcomerDoesNotEnter() {
        try (TestJob job = job(2)) {
            String port = job.master(0).joinAddress();
            CompletableFuture<Integer> silent = TestJob.async(() -> {
                new ColGroupMaster("--tutti-join=" + port).close(); // never enters
                return 0;
            });
            List<CompletableFuture<Integer>> members = members(job, 2, world -> {
                assertThatThrownBy(() -> world.grow(1, Duration.ofSeconds(2)))
                        .isInstanceOfSatisfying(
                                GroupException.class,
                                e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.NOT_AGREED));
                return ranks(world).size();
            });
            assertThat(results(members)).containsExactly(2, 2);
            TestJob.get(silent);
        }
    }

    private static Newcomer admitted(String port) {
        return admitted(port, null, Job.DEFAULT_SILENCE_LIMIT);
    }

    /** A newcomer that goes no further than to its admission. */
    static Newcomer admitted(String port, @Nullable String secret, Duration silenceLimit) {
        Job own = Job.alone()
                .withCommon(Map.of("verify", "off"))
                .withAlgorithms(AlgorithmTable.standard().text())
                .withSilenceLimit(silenceLimit);
        return Newcomer.await(
                secret == null ? own : own.withSecret(Secret.of(secret)),
                Codecs.load(SerializationSettings.filteredBy(null)).identity(),
                List.of(port));
    }
}
