package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.messaging.LoadClock.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Request;
import tutti.messaging.match.SendRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;
import tutti.serialization.TuttiException;

/** Sends and receives that are started, and end by themselves. */
public abstract class RequestContract extends TransportContract {
    private static final int ANY = Endpoint.ANY;
    private static final long WINDOW = 1 << 16;

    @Test
    void shouldMatchInTheOrderOfPosting() {
        List<Endpoint> members = open(2);
        Endpoint receiver = members.get(1);
        ReceiveRequest second = receiver.messages().startReceive(0, TAG, 2);
        ReceiveRequest any = receiver.messages().startReceive(ANY, TAG, ANY);
        ReceiveRequest first = receiver.messages().startReceive(0, TAG, 1);
        for (int tag = 1; tag <= 3; tag++) {
            startSend(members.get(0), 1, tag, "tag " + tag);
        }

        assertThat(value(receiver, any)).isEqualTo("tag 1");
        assertThat(value(receiver, second)).isEqualTo("tag 2");
        assertThat(first.isDone()).isFalse();
        startSend(members.get(0), 1, 1, "once more");
        assertThat(value(receiver, first)).isEqualTo("once more");
        assertThat(receiver.messages().receive(0, TAG, 3).payload().take()).isEqualTo("tag 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 5 << 20})
    void shouldFillABufferThatWasPosted(int length) {
        List<Endpoint> members = open(2);
        int[] target = new int[length];
        AtomicInteger ended = new AtomicInteger();
        ReceiveRequest request = members.get(1).messages().startReceive(0, TAG, ANY, DirectBuffer.of(target));
        request.onCompletion(ended::incrementAndGet);
        int[] sent = new int[length];
        sent[length - 1] = 42;
        members.get(0).send(1, TAG, CallSignature.NONE, DirectBuffer.of(sent));

        assertThat(end(members.get(1), request)).isNull();
        assertThat(target).isEqualTo(sent);
        await().until(() -> ended.get() > 0);
        assertThat(request.isDone()).isTrue();
        assertThat(request.cancel()).isFalse();
        assertThat(ended).hasValue(1);
    }

    @Test
    void shouldFillABufferWithWhatCameBefore() {
        List<Endpoint> members = open(2);
        send(members.get(0), 1, new int[] {7});
        await().until(() -> members.get(1).messages().probe(0, TAG, ANY) != null);
        int[] target = new int[1];

        assertThat(end(members.get(1), members.get(1).messages().startReceive(0, TAG, ANY, DirectBuffer.of(target))))
                .isNull();
        assertThat(target).containsExactly(7);
    }

    @Test
    void shouldSayThatAMessageDoesNotFitTheBufferThatWasPosted() {
        List<Endpoint> members = open(2);
        int[] target = new int[1];
        ReceiveRequest request = members.get(1).messages().startReceive(0, TAG, ANY, DirectBuffer.of(target));
        send(members.get(0), 1, "text");

        assertThatThrownBy(() -> end(members.get(1), request)).isInstanceOf(BufferMismatchException.class);
        send(members.get(0), 1, "next");
        assertThat(receive(members.get(1), 0)).isEqualTo("next");
    }

    @Test
    void shouldNotReceiveWhatWasCancelled() {
        List<Endpoint> members = open(2);
        ReceiveRequest request = members.get(1).messages().startReceive(0, TAG, ANY);
        List<String> calls = new ArrayList<>();
        request.onCompletion(() -> calls.add("ended"));
        assertThat(request.cancel()).isTrue();
        assertThat(calls).containsExactly("ended");
        assertThat(request.isDone()).isTrue();
        assertThatThrownBy(() -> end(members.get(1), request))
                .isInstanceOf(TuttiException.class)
                .hasMessageContaining("cancelled");
        send(members.get(0), 1, "for the next");

        assertThat(receive(members.get(1), 0)).isEqualTo("for the next");
    }

    /** A request is done when all of its message is there. */
    @Test
    void shouldCallBackWhenALargeMessageHasCome() {
        List<Endpoint> members = open(2);
        ReceiveRequest request = members.get(1).messages().startReceive(ANY, TAG, ANY);
        AtomicInteger ended = new AtomicInteger();
        request.onCompletion(ended::incrementAndGet);
        byte[] large = new byte[20 << 20];
        large[large.length - 1] = 42;
        send(members.get(0), 1, large);
        await().until(() -> ended.get() > 0);

        assertThat(request.isDone()).isTrue();
        assertThat((byte[]) value(members.get(1), request)).isEqualTo(large);
        assertThat(ended).hasValue(1);
    }

    /** Sends beyond the window wait in their process, and keep their order. */
    @Test
    void shouldStartMoreThanTheWindowHolds() {
        int messages = 200;
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        List<SendRequest> sends = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            int[] value = new int[1000];
            value[0] = i;
            sends.add(startSend(members.get(0), 1, 0, value));
        }
        assertThat(sends.getLast().isDone()).as("the window is full").isFalse();
        Background<Object> blocked = Background.start("blocked", () -> {
            send(members.get(0), 1, "last");
            return "sent";
        });
        for (int i = 0; i < messages; i++) {
            assertThat((int[]) receive(members.get(1), 0)).startsWith(i);
        }

        assertThat(receive(members.get(1), 0)).isEqualTo("last");
        assertThat(blocked.get()).isEqualTo("sent");
        sends.forEach(members.get(0).messages()::await);
    }

    @Test
    void shouldNotTakeASendBack() {
        List<Endpoint> members = open(2, job -> job.withWindowBytes(WINDOW));
        List<SendRequest> sends = new ArrayList<>();
        do {
            sends.add(startSend(members.get(0), 1, 0, sends.size()));
        } while (sends.getLast().isDone());

        assertThat(sends).noneMatch(SendRequest::cancel);
        for (int i = 0; i < sends.size(); i++) {
            assertThat(receive(members.get(1), 0)).isEqualTo(i);
        }
        sends.forEach(members.get(0).messages()::await);
    }

    /** The receipt is for this message, and not for one with another tag that was taken before it. */
    @Test
    void shouldEndASynchronousSendWhenItsMessageIsTaken() {
        List<Endpoint> members = open(2);
        Endpoint sender = members.get(0);
        SendRequest first = sender.messages().startSend(1, TAG, 1, sender.capture("one", 1), true);
        SendRequest second = sender.messages().startSend(1, TAG, 2, sender.capture("two", 1), true);
        AtomicInteger ended = new AtomicInteger();
        second.onCompletion(ended::incrementAndGet);
        assertThat(members.get(1).messages().awaitProbe(ANY, TAG, 2).tag()).isEqualTo(2);
        assertThat(second.isDone()).isFalse();
        assertThat(members.get(1).messages().tryReceive(0, TAG, 2)).isNotNull();

        await().until(() -> ended.get() > 0);
        assertThat(first.isDone()).isFalse();
        assertThat(members.get(1).receive(0, TAG).payload().take()).isEqualTo("one");
        sender.messages().await(first);
        assertThat(first.isDone()).isTrue();
    }

    @Test
    void shouldFindAMessageWithoutTakingIt() {
        List<Endpoint> members = open(3);
        Endpoint receiver = members.get(0);
        assertThat(receiver.messages().probe(ANY, TAG, ANY)).isNull();
        assertThat(receiver.messages().tryReceive(ANY, TAG, ANY)).isNull();
        members.get(2).messages().sendValue(0, TAG, 9, "found");

        Message found = receiver.messages().awaitProbe(ANY, TAG, 9);
        assertThat(found.source()).isEqualTo(2);
        assertThat(found.sizeBytes()).isPositive();
        assertThat(receiver.messages().probe(1, TAG, ANY)).isNull();
        assertThat(receiver.messages().tryReceive(2, TAG, 9).payload().take()).isEqualTo("found");
        assertThat(receiver.messages().probe(ANY, TAG, ANY)).isNull();
    }

    @Test
    void shouldEndRequestsWhenAMemberFails() {
        List<Endpoint> members = open(3, job -> job.withWindowBytes(WINDOW));
        Endpoint one = members.get(0);
        List<Request> requests = new ArrayList<>();
        requests.add(one.messages().startReceive(1, TAG, ANY));
        requests.add(one.messages().startReceive(ANY, TAG, ANY));
        requests.add(one.messages().startReceive(2, TAG, 3, DirectBuffer.of(new int[3])));
        requests.add(one.messages().startSend(1, TAG, 0, one.capture("kept", 1), true));
        AtomicInteger ended = new AtomicInteger();
        requests.forEach(request -> request.onCompletion(ended::incrementAndGet));
        members.get(2).fail(new IllegalStateException("out of luck"));

        await().until(() -> ended.get() == requests.size());
        assertThat(requests).allMatch(Request::isDone);
        assertThatThrownBy(() -> end(one, (ReceiveRequest) requests.getFirst())).hasMessageContaining("out of luck");
        assertThatThrownBy(() -> one.messages().await((SendRequest) requests.getLast()))
                .hasMessageContaining("out of luck");
        assertThatThrownBy(() -> one.messages().startReceive(1, TAG, ANY)).hasMessageContaining("out of luck");
    }

    @Test
    void shouldEndAReceiveWhenAllSourcesHaveLeft() {
        List<Endpoint> members = open(3);
        Endpoint one = members.get(0);
        ReceiveRequest ofAny = one.messages().startReceive(ANY, TAG, ANY);
        ReceiveRequest ofTwo = one.messages().startReceive(2, TAG, ANY);
        members.get(2).leave();
        await().until(ofTwo::isDone);
        assertThat(ofAny.isDone()).isFalse();
        members.get(1).leave();

        assertThatThrownBy(() -> end(one, ofTwo)).isInstanceOf(MemberFailedException.class);
        assertThatThrownBy(() -> end(one, ofAny)).isInstanceOf(MemberFailedException.class);
        assertThatThrownBy(() -> one.receive(ANY, TAG)).isInstanceOf(MemberFailedException.class);
        assertThatThrownBy(() -> one.messages().awaitProbe(ANY, TAG, ANY)).isInstanceOf(MemberFailedException.class);
    }

    private static SendRequest startSend(Endpoint from, int destination, int tag, Object value) {
        return from.messages().startSend(destination, TAG, tag, from.capture(value, destination), false);
    }

    private static Object value(Endpoint at, ReceiveRequest request) {
        Message received = end(at, request);
        assertThat(received).isNotNull();
        return received.payload().take();
    }

    /** Waits until a receive has ended; returns its message, or null if its buffer holds it. */
    private static @Nullable Message end(Endpoint at, ReceiveRequest request) {
        at.messages().awaitMatch(request);
        if (request.target() == null) {
            return at.messages().received(request);
        }
        at.messages().fill(request);
        return null;
    }
}
