package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.Together.Background;
import tutti.messaging.match.Payload;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.SerializationException;

/** What arrives is what was captured, and is the receiver's own. */
public abstract class PayloadContract extends TransportContract {

    static Stream<Arguments> values() {
        return Stream.<Object>of(
                        "text",
                        42,
                        new int[0],
                        new int[] {1, 2, 3},
                        new boolean[] {true, false, true},
                        new double[100_000],
                        IntStream.range(0, 5 << 20).toArray(), // 20 MiB
                        new String[] {"a", null},
                        List.of(),
                        IntStream.range(0, 100_000).boxed().toList())
                .map(value -> Arguments.of(value));
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldDeliverAnyValue(Object value) {
        List<Endpoint> members = open(2);
        send(members.get(0), 1, value);
        Object received = receive(members.get(1), 0);

        assertThat(received).hasSameClassAs(value);
        assertThat(Arrays.deepEquals(new Object[] {received}, new Object[] {value}))
                .isTrue();
    }

    @Test
    void shouldDeliverNull() {
        List<Endpoint> members = open(2);
        send(members.get(0), 1, null);
        send(members.get(0), 1, "after null");

        assertThat(receive(members.get(1), 0)).isNull();
        assertThat(receive(members.get(1), 0)).isEqualTo("after null");
    }

    @Test
    void shouldCaptureBeforeTheCallReturns() {
        List<Endpoint> members = open(2);
        int[] array = new int[1 << 18];
        List<String> list = new ArrayList<>(List.of("sent"));
        for (int i = 0; i < 4; i++) {
            Arrays.fill(array, i);
            send(members.get(0), 1, array);
        }
        send(members.get(0), 1, list);
        Arrays.fill(array, -1);
        list.add("changed");

        for (int i = 0; i < 4; i++) {
            int expected = i;
            int[] received = (int[]) receive(members.get(1), 0);
            assertThat(Arrays.stream(received).allMatch(element -> element == expected))
                    .isTrue();
        }
        assertThat(receive(members.get(1), 0)).isEqualTo(List.of("sent"));
    }

    @Test
    void shouldGiveEachReceiverACopyOfItsOwn() {
        List<Endpoint> members = open(4);
        Endpoint sender = members.get(0);
        int[] sent = {1, 2, 3};
        Payload payload = sender.capture(sent);
        for (int rank = 0; rank < 4; rank++) {
            sender.send(rank, TAG, CallSignature.NONE, payload.share());
        }
        payload.release();
        List<int[]> received = Together.members(members, member -> {
            int[] mine = (int[]) receive(member, 0);
            mine[0] += member.rank();
            return mine;
        });

        for (int rank = 0; rank < 4; rank++) {
            assertThat(received.get(rank)).containsExactly(1 + rank, 2, 3);
        }
        assertThat(sent).containsExactly(1, 2, 3);
    }

    @Test
    void shouldForwardALargePayloadThroughAChain() {
        List<Endpoint> members = open(4);
        int[] value = IntStream.range(0, 2 << 20).toArray();
        List<int[]> received = Together.members(members, member -> {
            if (member.rank() == 0) {
                send(member, 1, value);
                return value;
            }
            Payload payload = member.receive(member.rank() - 1, TAG).payload();
            if (member.rank() + 1 < member.size()) {
                member.send(member.rank() + 1, TAG, CallSignature.NONE, payload.share());
            }
            int[] mine = (int[]) payload.take();
            int[] seen = mine.clone();
            Arrays.fill(mine, member.rank()); // no other may notice
            return seen;
        });

        assertThat(received)
                .allSatisfy(seen -> assertThat(Arrays.equals(seen, value)).isTrue());
    }

    @Test
    void shouldDeliverBundlesPartByPart() {
        List<Endpoint> members = open(3);
        List<Object> values = Arrays.asList("a", null, new int[100_000], new byte[0]);
        Endpoint first = members.get(0);
        first.send(
                1,
                TAG,
                CallSignature.NONE,
                Payload.bundle(values.stream().map(first::capture).toList()));
        List<Payload> middle = members.get(1).receive(0, TAG).payload().takeParts();
        Payload own = middle.getFirst();
        members.get(1).send(2, TAG, CallSignature.NONE, Payload.bundle(middle.subList(1, 4)));
        List<Payload> last = members.get(2).receive(1, TAG).payload().takeParts();

        assertThat(own.take()).isEqualTo("a");
        assertThat(last).hasSize(3);
        assertThat(last.get(0).take()).isNull();
        assertThat((int[]) last.get(1).take()).hasSize(100_000);
        assertThat((byte[]) last.get(2).take()).isEmpty();
    }

    @Test
    void shouldDeliverAnEmptyBundle() {
        List<Endpoint> members = open(2);
        members.get(0).send(1, TAG, CallSignature.NONE, Payload.bundle(List.of()));

        assertThat(members.get(1).receive(0, TAG).payload().takeParts()).isEmpty();
    }

    @Test
    void shouldReturnFromAwaitTakenOnlyWhenTheReceiverHasTaken() {
        List<Endpoint> members = open(2);
        Endpoint sender = members.get(0);
        send(sender, 1, "before");
        Background<Object> sending = startWaiting(() -> {
            sender.messages().sendAndAwaitTaken(1, TAG, 0, sender.capture("value", 1));
            return "taken";
        });
        assertThat(receive(members.get(1), 0)).isEqualTo("before");
        assertThat(sending.isDone()).as("an earlier message does not count").isFalse();

        assertThat(receive(members.get(1), 0)).isEqualTo("value");
        assertThat(sending.get()).isEqualTo("taken");
    }

    @Test
    void shouldSendNothingWhatCanNotBeCaptured() {
        List<Endpoint> members = open(2);
        assertThatThrownBy(() -> send(members.get(0), 1, new Object()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("java.lang.Object");
        send(members.get(0), 1, "works still");

        assertThat(receive(members.get(1), 0)).isEqualTo("works still");
    }
}
