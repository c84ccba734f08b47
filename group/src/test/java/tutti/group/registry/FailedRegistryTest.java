package tutti.group.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.group.launch.JobArguments;
import tutti.group.proto.AddMember;
import tutti.group.proto.GetGroup;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Request;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.codec.Codecs;

/** A registry that fails itself tells all processes why, and leaves none waiting. */
class FailedRegistryTest {
    private static final Duration LONG = Duration.ofDays(1); // a process that is not told waits until the test's limit

    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private List<ProcessRuntime> processes;
    private List<RegistryClient> clients;

    @BeforeEach
    void startProcesses() {
        String master = "--tutti-master=localhost:" + Processes.freePort();
        CompletableFuture<ProcessRuntime> other = CompletableFuture.supplyAsync(() -> join(master, 1), THREADS);
        processes = List.of(join(master, 0), other.join());
    }

    @AfterEach
    void closeProcesses() {
        List<CompletableFuture<Void>> closing = processes.stream()
                .map(process -> CompletableFuture.runAsync(process::close, THREADS))
                .toList();
        closing.forEach(CompletableFuture::join);
    }

    private static ProcessRuntime join(String master, int process) {
        JobArguments arguments = JobArguments.parse(
                new String[] {master, "--tutti-size=2", "--tutti-rank=" + process}, Map.of(), List.of());
        return ProcessRuntime.join(arguments.job(), Codecs.load(arguments.serialization()));
    }

    private void startClients() {
        clients = processes.stream()
                .map(process -> RegistryClient.start(process.jobEndpoint(), LONG, group -> {}, id -> {}))
                .toList();
    }

    private Endpoint endpoint(int process) {
        return processes.get(process).jobEndpoint();
    }

    @Test
    void shouldTellAllOfAnErrorInARequestThatWaits() {
        RegistryServer.start(endpoint(0), 2, process -> {
            throw new StackOverflowError("no room to describe");
        });
        startClients();
        clients.get(1)
                .ask(Request.newBuilder()
                        .setAddMember(AddMember.newBuilder()
                                .setGroup("g")
                                .addMembers(MemberReference.newBuilder().setProcess(1))));
        CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(
                () -> clients.get(0).ask(getGroup(5), LONG), THREADS); // there is one member

        assertThatThrownBy(() -> clients.get(1).ask(getGroup(5), LONG))
                .satisfies(FailedRegistryTest::namesTheRegistry)
                .hasMessageContaining("request=GET_GROUP fromProcess=")
                .hasMessageContaining(": java.lang.StackOverflowError: no room");
        assertThat(waiting.handle((_, failure) -> failure.getCause()).join())
                .satisfies(FailedRegistryTest::namesTheRegistry);
        assertThatThrownBy(() -> clients.get(0).ask(getGroup(1), LONG)).satisfies(FailedRegistryTest::namesTheRegistry);
        assertThatThrownBy(() ->
                        clients.get(1).askWithoutLimit(Request.newBuilder().setLeave(true)))
                .satisfies(FailedRegistryTest::namesTheRegistry);
    }

    @Test
    void shouldTellAllOfARequestThatSaysNothing() {
        RegistryServer.start(endpoint(0), 2);
        startClients();

        assertThatThrownBy(() -> clients.get(1).ask(Request.newBuilder(), LONG))
                .satisfies(FailedRegistryTest::namesTheRegistry)
                .hasMessageContaining("empty request: fromProcess=1");
    }

    @Test
    void shouldTellAllOfARequestThatCannotBeRead() {
        RegistryServer.start(endpoint(0), 2);
        startClients();
        CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(
                () -> clients.get(0).askWithoutLimit(Request.newBuilder().setLeave(true)), THREADS);
        Endpoint sender = endpoint(1);

        sender.send(0, RegistryServer.REQUEST_TAG, CallSignature.NONE, sender.capture(new byte[] {-1, -1}, 0));

        assertThat(waiting.handle((_, failure) -> failure.getCause()).join())
                .satisfies(FailedRegistryTest::namesTheRegistry)
                .hasMessageContaining("malformed request: fromProcess=1; run one version in all processes");
    }

    @Test
    void shouldTellAllOfAMessageThatIsNoRequest() {
        RegistryServer.start(endpoint(0), 2);
        startClients();
        Endpoint sender = endpoint(1);

        sender.send(0, RegistryServer.REQUEST_TAG, CallSignature.NONE, sender.capture("text", 0));

        assertThatThrownBy(() ->
                        clients.get(0).askWithoutLimit(Request.newBuilder().setLeave(true)))
                .satisfies(FailedRegistryTest::namesTheRegistry)
                .hasMessageContaining("ClassCastException");
    }

    private static Request.Builder getGroup(int size) {
        return Request.newBuilder()
                .setGetGroup(GetGroup.newBuilder().setGroup("g").setSize(size).setTimeoutNanos(1));
    }

    private static void namesTheRegistry(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        MemberFailedException.class,
                        e -> assertThat(e.process()).isZero())
                .hasMessageContaining("registry of groups failed")
                .hasMessageContaining("process=0");
    }
}
