package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;

/** Groups of two jobs that connect, all in this JVM. */
class ConnectTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    /** What a member does in its group. */
    private interface Part<R> {
        R run(Communicator world) throws Exception;
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

    private static <R> List<R> results(List<CompletableFuture<R>> futures) {
        return futures.stream().map(TestJob::get).toList();
    }

    /** The root opens a port, says its name, and accepts with all others. */
    private static Intercommunicator accept(Communicator world, int root, CompletableFuture<String> name) {
        if (world.rank() != root) {
            return Intercommunicator.accept(world, null, root);
        }
        try (Port port = world.openPort()) {
            name.complete(port.name());
            return Intercommunicator.accept(world, port, root);
        }
    }

    /** Connects to the port whose name others say. */
    private static Intercommunicator connect(Communicator world, int root, CompletableFuture<String> name) {
        return Intercommunicator.connect(world, world.rank() == root ? TestJob.get(name) : null, root);
    }

    /** Uses what a connection can do, and returns the sum of all ranks of the other side. */
    private static int use(Intercommunicator sides) {
        assertThat(sides.local().allGather(sides.rank()))
                .isEqualTo(IntStream.range(0, sides.size()).boxed().toList());
        if (sides.rank() == 0) {
            sides.sendAsync("hello from " + sides.size(), 0);
            assertThat(sides.<String>receive(0)).isEqualTo("hello from " + sides.remoteSize());
        }
        Communicator all = sides.merge(sides.rankInBoth(0) == 0);
        assertThat(all.allReduce(1, Reductions.<Integer>sum())).isEqualTo(sides.size() + sides.remoteSize());
        all.leave();
        return sides.allReduce(sides.rank(), Reductions.<Integer>sum());
    }

    private static int sumOfRanks(int size) {
        return size * (size - 1) / 2;
    }

    @ParameterizedTest(name = "{0} members in {1} processes (root {2}), {3} in {4} (root {5}), by {6}")
    @CsvSource({
        "1, 1, 0, 1, 1, 0, auto",
        "2, 1, 1, 1, 1, 0, grpc",
        "2, 2, 1, 3, 3, 2, grpc",
        "4, 2, 3, 2, 1, 1, auto",
        "3, 3, 0, 2, 2, 1, shared-memory",
        "7, 3, 6, 4, 2, 0, auto"
    })
    void shouldConnectTwoJobs(int m, int left, int leftRoot, int n, int right, int rightRoot, String transport) {
        String setting = "--tutti-transport=" + transport;
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob first = TestJob.of(left, setting);
                TestJob second = TestJob.of(right, setting)) {
            Part<Integer> accepting = world -> end(accept(world, leftRoot, name), world);
            Part<Integer> connecting = world -> end(connect(world, rightRoot, name), world);
            List<CompletableFuture<Integer>> accepted = members(first, m, accepting);
            List<CompletableFuture<Integer>> connected = members(second, n, connecting);
            assertThat(results(accepted)).containsOnly(sumOfRanks(n)).hasSize(m);
            assertThat(results(connected)).containsOnly(sumOfRanks(m)).hasSize(n);
        } // one after the other: they are independent again
    }

    private static int end(Intercommunicator sides, Communicator world) {
        int sum = use(sides);
        sides.disconnect();
        assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(world.size()); // works on
        return sum;
    }

    @Test
    void shouldServeOneClientAfterTheOther() {
        int clients = 3;
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob server = TestJob.of(2)) {
            List<CompletableFuture<Integer>> serving = members(server, 2, world -> {
                int sum = 0;
                try (Port port = world.openPort()) {
                    if (world.rank() == 0) {
                        name.complete(port.name());
                    }
                    for (int client = 0; client < clients; client++) {
                        Intercommunicator sides = Intercommunicator.accept(world, port, 0);
                        sum += sides.<Integer>broadcastFrom(0);
                        sides.disconnect();
                    }
                }
                return sum;
            });
            TestJob.eachAtOnce(clients, client -> {
                try (TestJob job = TestJob.of(1)) {
                    return results(members(job, 1, world -> {
                        Intercommunicator sides = connect(world, 0, name);
                        sides.broadcastTo(client + 1, 0);
                        sides.disconnect();
                        return client;
                    }));
                }
            });
            assertThat(results(serving)).containsExactly(6, 6);
        }
    }

    @Test
    void shouldEndTogetherIfNotDisconnected() {
        CompletableFuture<String> name = new CompletableFuture<>();
        CompletableFuture<String> back = new CompletableFuture<>();
        TestJob first = TestJob.of(2);
        TestJob second = TestJob.of(1);
        var accepted = members(first, 2, world -> use(accept(world, 0, name)) + use(connect(world, 1, back)));
        var connected = members(second, 1, world -> use(connect(world, 0, name)) + use(accept(world, 0, back)));
        assertThat(results(accepted)).containsExactly(0, 0);
        assertThat(results(connected)).containsExactly(2);
        assertThat(TestJob.eachAtOnce(2, i -> (i == 0 ? first : second).closeAndCollect()))
                .allSatisfy(failures -> assertThat(failures).isEmpty());
    }

    @Test
    void shouldConnectTwoHalvesOfAJob() {
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob job = TestJob.of(2)) {
            assertThat(results(members(job, 4, world -> {
                        Communicator half = world.split(world.rank() % 2); // each process hosts members of both
                        return end(world.rank() % 2 == 0 ? accept(half, 0, name) : connect(half, 0, name), half);
                    })))
                    .containsExactly(1, 1, 1, 1);
        }
    }

    /** Expects the same failure at all members, and that their group works on. */
    private static void assertFailure(TestJob job, Part<Intercommunicator> part, Class<?> type, String... texts) {
        List<Throwable> failures = results(members(job, 2, world -> {
            Throwable failure = catchThrowable(() -> part.run(world));
            assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(2);
            return failure;
        }));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(type)
                        .hasMessageContainingAll((CharSequence[]) texts)
                        .hasMessageNotContaining("\tat "));
    }

    @Test
    void shouldSayThatNoOneConnects() {
        try (TestJob job = TestJob.of(2)) {
            assertFailure(
                    job,
                    world -> accept(world.within(SHORT), 1, new CompletableFuture<>()),
                    GroupException.class,
                    "no job has connected: group=world port=",
                    "waited=PT0.3S");
        }
    }

    @Test
    void shouldSayThatNoOneAccepts() {
        try (TestJob job = TestJob.of(2);
                TestJob other = TestJob.of(1)) {
            assertThat(results(members(other, 1, host -> {
                        try (Port port = host.openPort()) {
                            assertFailure(
                                    job,
                                    world -> Intercommunicator.connect(world.within(SHORT), port.name(), 1),
                                    GroupException.class,
                                    "the port does not accept: group=world port=" + port.name(),
                                    "waited=PT0.3S");
                        }
                        return 1;
                    })))
                    .containsExactly(1);
        }
    }

    @Test
    void shouldSayThatThePortIsNone() {
        try (TestJob job = TestJob.of(2)) {
            assertFailure(
                    job,
                    world -> Intercommunicator.connect(world, "nowhere", 1),
                    IllegalArgumentException.class,
                    "the groups are not connected: group=world root=1: connect needs the name of a port: got=nowhere");
        }
        try (TestJob job = TestJob.of(2)) {
            assertFailure(
                    job,
                    world -> Intercommunicator.accept(world, null, 0),
                    IllegalArgumentException.class,
                    "root=0: accept needs a port of the root's process");
        }
        try (TestJob job = TestJob.of(2)) {
            assertFailure(
                    job,
                    world -> Intercommunicator.connect(world, "127.0.0.1:1/ab", 0),
                    GroupException.class,
                    "the groups are not connected: group=world root=0: cannot connect: job host=",
                    "found no job at ports=[127.0.0.1:1]");
        }
    }

    @Test
    void shouldNotWaitForWhatNeverAnswers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
                TestJob job = TestJob.of(2)) {
            String port = "127.0.0.1:" + silent.getLocalPort();
            assertFailure(
                    job,
                    world -> Intercommunicator.connect(world, port + "/ab", 0),
                    GroupException.class,
                    "found no job at ports=[" + port + "]",
                    "what listens there has not answered for 10 s");
        }
    }

    @Test
    void shouldSayThatThePortIsClosed() {
        try (TestJob job = TestJob.of(2);
                TestJob other = TestJob.of(1)) {
            String name = results(members(other, 1, host -> {
                        Port port = host.openPort();
                        port.close();
                        assertThatThrownBy(() -> Intercommunicator.accept(host, port, 0))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("the port is closed: " + port);
                        return port.name();
                    }))
                    .getFirst();
            assertFailure(
                    job,
                    world -> Intercommunicator.connect(world, world.rank() == 0 ? name : null, 0),
                    GroupException.class,
                    "cannot connect: job host=",
                    "there is no such port: job host=",
                    "process=0; it was closed, or has another name");
        }
    }

    @Test
    void shouldSayThatMembersWantDifferentThings() {
        try (TestJob job = TestJob.of(2)) {
            assertFailure(
                    job,
                    world -> Intercommunicator.connect(world, "127.0.0.1:1/ab", world.rank()),
                    IllegalArgumentException.class,
                    "rank=0 call=connect root=0 limit=null, rank=1 call=connect root=1 limit=null");
        }
    }

    @Test
    void shouldRefuseAnotherSecretAndOtherSettings() throws Exception {
        Path secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, UUID.randomUUID().toString());
        refuseAndTakeTheNext("--tutti-secret-file=" + secret, "secrets differ");
        refuseAndTakeTheNext("--tutti-verify=full", "verify=full, process=0 of the job verify=off");
        refuseAndTakeTheNext("--tutti-tls=on", "TUTTI_TLS");
    }

    private static void refuseAndTakeTheNext(String setting, String why) {
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob server = TestJob.of(2);
                TestJob misfit = TestJob.of(2, setting);
                TestJob client = TestJob.of(1)) {
            List<CompletableFuture<Integer>> serving = members(server, 2, world -> end(accept(world, 0, name), world));
            String port = TestJob.get(name);
            assertFailure(
                    misfit,
                    world -> Intercommunicator.connect(world, port, 1),
                    GroupException.class,
                    "the groups are not connected: group=world root=1: cannot connect: job host=",
                    "port=" + port.substring(0, port.indexOf('/')),
                    why);
            assertThat(results(members(client, 1, world -> end(connect(world, 0, name), world))))
                    .containsExactly(1);
            assertThat(results(serving)).containsExactly(0, 0);
        }
    }

    @Test
    void shouldTakeTheNextWhenASideIsBrokenBeforeItConnects() {
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob server = TestJob.of(2)) {
            TestJob client = TestJob.of(2);
            List<CompletableFuture<Integer>> serving = members(server, 2, world -> end(accept(world, 0, name), world));
            List<CompletableFuture<@Nullable Throwable>> calling = members(client, 2, world -> {
                if (world.rank() == 1) {
                    world.fail(new IllegalStateException("lost on purpose"));
                    return null;
                }
                return catchThrowable(() -> Intercommunicator.connect(world, TestJob.get(name), 0));
            });
            assertThat(TestJob.get(calling.getFirst())).isInstanceOf(MemberFailedException.class);
            // the server still waits: the client's group was broken before it called
            try (TestJob next = TestJob.of(1)) {
                assertThat(results(members(next, 1, world -> end(connect(world, 0, name), world))))
                        .containsExactly(1);
            }
            assertThat(results(serving)).containsExactly(0, 0);
            assertThat(client.closeAndCollect()).isNotNull();
        }
    }

    @Test
    void shouldBreakOnlyTheConnectionWhenTheOtherSideFails() {
        CompletableFuture<String> name = new CompletableFuture<>();
        try (TestJob server = TestJob.of(2)) {
            TestJob client = TestJob.of(1);
            List<CompletableFuture<@Nullable Throwable>> serving = members(server, 2, world -> {
                Intercommunicator sides = accept(world, 0, name);
                Throwable failure = catchThrowable(sides::barrier);
                assertThat(catchThrowable(sides::disconnect)).isInstanceOf(MemberFailedException.class);
                assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(2);
                return failure;
            });
            var calling = members(client, 1, world -> {
                connect(world, 0, name);
                world.fail(new IllegalStateException("failed on purpose"));
                return 0;
            });
            assertThat(results(serving))
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(MemberFailedException.class)
                            .hasMessageContaining("failed on purpose"));
            results(calling);
            client.closeAndCollect();
        }
    }
}
