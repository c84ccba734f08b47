package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;

/** Streams keep their order, and only streams do. */
public abstract class OrderContract extends TransportContract {
    private static final int MESSAGES = 2000;

    @Test
    void shouldKeepTheOrderOfEachStreamWhenManySend() {
        int senders = 3;
        int tags = 2;
        List<Endpoint> members = open(senders + 1);
        Endpoint receiver = members.get(senders);
        List<Callable<Void>> calls = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            for (int tag = 0; tag < tags; tag++) {
                Endpoint from = members.get(sender);
                int stream = tag;
                calls.add(() -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        send(from, senders, stream, i % 100 == 0 ? new int[20_000 + i] : i);
                    }
                    return null;
                });
                calls.add(() -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        Object value = receive(receiver, from.rank(), stream);
                        assertThat(value instanceof int[] array ? array.length - 20_000 : value)
                                .isEqualTo(i);
                    }
                    return null;
                });
            }
        }

        Together.all(calls);
    }

    @Test
    void shouldKeepEachThreadsOrderWhenThreadsShareAStream() {
        int threads = 4;
        List<Endpoint> members = open(2);
        List<Callable<Void>> calls = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int first = thread * MESSAGES;
            calls.add(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    send(members.get(0), 1, first + i);
                }
                return null;
            });
        }
        List<Integer> received = new ArrayList<>();
        calls.add(() -> {
            for (int i = 0; i < threads * MESSAGES; i++) {
                received.add((Integer) receive(members.get(1), 0));
            }
            return null;
        });
        Together.all(calls);

        for (int thread = 0; thread < threads; thread++) {
            int first = thread * MESSAGES;
            assertThat(received.stream().filter(i -> i >= first && i < first + MESSAGES))
                    .containsExactlyElementsOf(
                            IntStream.range(first, first + MESSAGES).boxed().toList());
        }
    }

    @Test
    void shouldGiveEachMessageToOneOfSeveralReceivingThreads() {
        List<Endpoint> members = open(2);
        List<Callable<List<Integer>>> calls = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            calls.add(() -> {
                List<Integer> received = new ArrayList<>();
                for (int i = 0; i < MESSAGES / 4; i++) {
                    received.add((Integer) receive(members.get(1), 0));
                }
                return received;
            });
        }
        calls.add(() -> {
            for (int i = 0; i < MESSAGES; i++) {
                send(members.get(0), 1, i);
            }
            return List.of();
        });

        List<List<Integer>> received = Together.all(calls);
        assertThat(received.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, MESSAGES).boxed().toList());
        assertThat(received).allSatisfy(list -> assertThat(list).isSorted());
    }

    @Test
    void shouldKeepStreamsIndependent() {
        List<Endpoint> members = open(2);
        send(members.get(0), 1, 1, "one");
        send(members.get(0), 1, 2, "two");
        send(members.get(0), 1, 3, new byte[1 << 20]);
        send(members.get(0), 1, 4, "four");

        assertThat(receive(members.get(1), 0, 4)).isEqualTo("four");
        assertThat(receive(members.get(1), 0, 2)).isEqualTo("two");
        assertThat(receive(members.get(1), 0, 1)).isEqualTo("one");
        assertThat((byte[]) receive(members.get(1), 0, 3)).hasSize(1 << 20);
    }

    @Test
    void shouldKeepGroupsApart() {
        List<Endpoint> one = open(2);
        List<Endpoint> other = openAnother(2);
        send(one.get(0), 1, "one");
        send(other.get(0), 1, "other");

        assertThat(receive(other.get(1), 0)).isEqualTo("other");
        assertThat(receive(one.get(1), 0)).isEqualTo("one");
    }

    @Test
    void shouldDeliverWhatAMemberSendsItself() {
        List<Endpoint> members = open(2);
        for (Endpoint member : members) {
            send(member, member.rank(), "to myself");
            assertThat(receive(member, member.rank())).isEqualTo("to myself");
        }
    }

    @Test
    void shouldCarryLabels() {
        List<Endpoint> members = open(2);
        CallSignature label = new CallSignature(255, 1_000_000, Long.MAX_VALUE);
        members.get(0).send(1, TAG, label, members.get(0).capture("value", 1));
        send(members.get(0), 1, "value");

        assertThat(members.get(1).receive(0, TAG).label()).isEqualTo(label);
        assertThat(members.get(1).receive(0, TAG).label()).isEqualTo(CallSignature.NONE);
    }

    /** The sender of both is in another call, so what it sends beside calls must not hide that. */
    @Test
    void shouldShowAnotherCallBeforeWhatCameAfterItBesideCalls() {
        int beside = TAG + 1;
        List<Endpoint> members = open(2);
        CallSignature theirs = new CallSignature(2, 0, 0);
        members.get(0).send(1, TAG, theirs, members.get(0).capture("of a call", 1));
        send(members.get(0), 1, beside, "beside calls");
        send(members.get(0), 1, beside + 1, "the last");
        receive(members.get(1), 0, beside + 1); // so all have arrived

        CallSignature own = new CallSignature(3, 0, 1);
        assertThat(members.get(1).calls().receiveBeside(0, beside, TAG, own).label())
                .isEqualTo(theirs);
        assertThat(receive(members.get(1), 0, beside)).isEqualTo("beside calls");
    }

    @Test
    void shouldTakeAnyTagThatIsNotNegative() {
        List<Endpoint> members = open(2);
        for (int tag : new int[] {0, 1, Integer.MAX_VALUE}) {
            members.get(0).messages().sendValue(1, TAG, tag, tag);
            assertThat(members.get(1).messages().receive(0, TAG, tag).payload().take())
                    .isEqualTo(tag);
        }
        assertThatThrownBy(() -> members.get(0).messages().sendValue(1, TAG, -2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("negative tag: tag=-2");
    }

    /** A receive takes the first message that it accepts; what it does not accept keeps its order. */
    @Test
    void shouldTakeMessagesByTag() {
        List<Endpoint> members = open(2);
        for (int i = 0; i < 6; i++) {
            Object value = i == 2 ? new byte[1 << 20] : i;
            members.get(0).messages().sendValue(1, TAG, i % 3, value);
        }

        Endpoint receiver = members.get(1);
        assertThat(receiver.messages().receive(0, TAG, 1).payload().take()).isEqualTo(1);
        assertThat((byte[]) receiver.messages().receive(0, TAG, 2).payload().take())
                .hasSize(1 << 20);
        assertThat(receiver.messages().receive(Endpoint.ANY, TAG, 2).payload().take())
                .isEqualTo(5);
        assertThat(receiver.messages().receive(0, TAG, Endpoint.ANY).payload().take())
                .isEqualTo(0);
        assertThat(receiver.messages()
                        .receive(Endpoint.ANY, TAG, Endpoint.ANY)
                        .payload()
                        .take())
                .isEqualTo(3);
        assertThat(receiver.messages().receive(0, TAG, 1).payload().take()).isEqualTo(4);
    }

    @Test
    void shouldTakeMessagesOfAnySource() {
        int senders = 3;
        List<Endpoint> members = open(senders + 1);
        Endpoint receiver = members.get(senders);
        List<Callable<Void>> calls = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            Endpoint from = members.get(sender);
            calls.add(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    send(from, senders, i % 100 == 0 ? new int[20_000 + i] : i);
                }
                return null;
            });
        }
        int[] next = new int[senders];
        calls.add(() -> {
            for (int i = 0; i < senders * MESSAGES; i++) {
                Message received = receiver.receive(Endpoint.ANY, TAG);
                Object value = received.payload().take();
                assertThat(value instanceof int[] array ? array.length - 20_000 : value)
                        .isEqualTo(next[received.source()]++);
            }
            return null;
        });
        Together.all(calls);

        assertThat(next).containsOnly(MESSAGES);
    }
}
