package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Messages with tags, from any source, and what is known of them. */
class TagsTest extends EachDevice {

    @Test
    void shouldReceiveTheMessageWithTheTagOfTheView() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            for (int tag = 5; tag >= 0; tag--) {
                world.withTag(tag).sendAsync("tag " + tag, right);
            }
            for (int tag = 0; tag <= 5; tag++) {
                assertThat(world.withTag(tag).<String>receive(left)).isEqualTo("tag " + tag);
            }
        });
    }

    @Test
    void shouldKeepTheOrderOfMessagesWithOneTag() {
        run(2, world -> {
            int count = 100;
            if (world.rank() == 0) {
                for (int i = 0; i < count; i++) {
                    world.withTag(i % 3).sendAsync(i, 1);
                }
                return true;
            }
            for (int tag = 2; tag >= 0; tag--) {
                for (int i = tag; i < count; i += 3) {
                    assertThat(world.withTag(tag).<Integer>receive(0)).isEqualTo(i);
                }
            }
            return true;
        });
    }

    @Test
    void shouldReceiveFromAnySourceWithAnyTag() {
        forEachSize(world -> {
            int size = world.size();
            world.withTag(world.rank()).sendAsync("from " + world.rank(), 0);
            if (world.rank() == 0) {
                Set<Integer> sources = new TreeSet<>();
                for (int i = 0; i < size; i++) {
                    Received<String> received = world.withTag(ANY_TAG).receiveWithStatus(ANY_SOURCE);
                    assertThat(received.value()).isEqualTo("from " + received.source());
                    assertThat(received.tag()).isEqualTo(received.source());
                    assertThat(received.status().length()).isEqualTo(-1);
                    sources.add(received.source());
                }
                assertThat(sources)
                        .containsExactlyElementsOf(
                                IntStream.range(0, size).boxed().toList());
            }
        });
    }

    @Test
    void shouldSayHowMuchCame() {
        for (int length : new int[] {0, 1, 1000, 300_000}) {
            run(3, world -> {
                int rank = world.rank();
                if (rank > 0) {
                    double[] sent = new double[length];
                    Arrays.fill(sent, rank);
                    world.withTag(rank).sendAsync(DirectBuffer.of(sent), 0);
                    world.withTag(rank).sendAsync(sent, 0);
                    return true;
                }
                for (int source = 1; source < 3; source++) {
                    double[] target = new double[length + 10];
                    Status status = world.withTag(ANY_TAG).receiveWithStatus(DirectBuffer.of(target), source);
                    assertThat(status.source()).isEqualTo(source);
                    assertThat(status.tag()).isEqualTo(source);
                    assertThat(status.elementType()).isEqualTo(ElementType.DOUBLE);
                    assertThat(status.length()).isEqualTo(length);
                    assertThat(Arrays.copyOf(target, length))
                            .containsOnly(length == 0 ? new double[0] : new double[] {source});
                    assertThat(Arrays.copyOfRange(target, length, length + 10)).containsOnly(0);
                    double[] exact = new double[length];
                    assertThat(world.withTag(source)
                                    .receiveWithStatus(DirectBuffer.of(exact), ANY_SOURCE)
                                    .length())
                            .isEqualTo(length);
                    assertThat(exact).isEqualTo(Arrays.copyOf(target, length));
                }
                return true;
            });
        }
    }

    @Test
    void shouldRefuseMoreElementsThanTheBufferHas() {
        run(2, world -> {
            if (world.rank() == 0) {
                world.sendAsync(new int[3], 1);
                world.sendAsync(new long[1], 1);
                world.sendAsync("next", 1);
                return true;
            }
            int[] target = {7, 7};
            assertThatThrownBy(() -> world.receiveWithStatus(DirectBuffer.of(target), 0))
                    .isInstanceOf(BufferMismatchException.class)
                    .hasMessageContaining("int[3]");
            assertThatThrownBy(() -> world.receiveWithStatus(DirectBuffer.of(target), 0))
                    .isInstanceOf(BufferMismatchException.class)
                    .hasMessageContaining("long[1]");
            assertThat(target).containsOnly(7);
            assertThat(world.<String>receive(0)).isEqualTo("next");
            return true;
        });
    }

    @Test
    void shouldProbeWithoutTaking() {
        run(2, world -> {
            if (world.rank() == 0) {
                world.<String>receive(1);
                world.withTag(4).sendAsync(new int[] {1, 2, 3}, 1);
                return true;
            }
            assertThat(world.withTag(ANY_TAG).tryProbe(ANY_SOURCE)).isEmpty();
            assertThat(world.withTag(4).tryMatchedProbe(0)).isEmpty();
            world.sendAsync("go", 0);
            Status status = world.withTag(ANY_TAG).probe(ANY_SOURCE);
            assertThat(status.source()).isZero();
            assertThat(status.tag()).isEqualTo(4);
            assertThat(status.length()).isEqualTo(3);
            assertThat(world.withTag(3).tryProbe(0)).isEmpty();
            assertThat(world.withTag(4).tryProbe(0)).contains(status);
            int[] target = new int[(int) status.length()];
            world.withTag(status.tag()).receive(DirectBuffer.of(target), status.source());
            assertThat(target).containsExactly(1, 2, 3);
            return true;
        });
    }

    @Test
    void shouldGiveAMatchedMessageToNoOtherReceive() {
        run(2, world -> {
            if (world.rank() == 0) {
                world.sendAsync("first", 1);
                world.sendAsync(new int[] {2}, 1);
                world.sendAsync("third", 1);
                return true;
            }
            ProbedMessage first = world.matchedProbe(ANY_SOURCE);
            ProbedMessage second = world.matchedProbe(0);
            assertThat(world.<String>receive(0)).isEqualTo("third");
            int[] target = new int[1];
            second.receive(DirectBuffer.of(target));
            assertThat(target).containsExactly(2);
            assertThat(first.<String>receive()).isEqualTo("first");
            assertThatIllegalStateException().isThrownBy(first::receive).withMessageContaining("once");
            return true;
        });
    }

    @Test
    void shouldFindAMessageOfNoMemberAtOnce() {
        run(1, world -> {
            Status nothing = world.receiveWithStatus(NO_MEMBER).status();
            assertThat(world.probe(NO_MEMBER)).isEqualTo(nothing);
            assertThat(world.tryProbe(NO_MEMBER)).contains(nothing);
            ProbedMessage message = world.matchedProbe(NO_MEMBER);
            assertThat(message.status()).isEqualTo(nothing);
            assertThat(message.<Object>receive()).isNull();
            assertThatIllegalStateException().isThrownBy(message::receive).withMessageContaining("once");
            int[] target = {7};
            ProbedMessage second = world.tryMatchedProbe(NO_MEMBER).orElseThrow();
            second.receive(DirectBuffer.of(target));
            assertThat(target).as("unchanged").containsExactly(7);
            return true;
        });
    }

    @Test
    void shouldEndAWaitForAnyWhenAllOthersHaveLeft() {
        run(3, world -> {
            if (world.rank() > 0) {
                world.sendAsync(world.rank(), 0);
                return true;
            }
            assertThat(List.<Integer>of(world.receive(ANY_SOURCE), world.receive(ANY_SOURCE)))
                    .containsExactlyInAnyOrder(1, 2);
            assertThatThrownBy(() -> world.receive(ANY_SOURCE))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("any rank");
            assertThatThrownBy(() -> world.probe(ANY_SOURCE)).isInstanceOf(MemberFailedException.class);
            return true;
        });
    }

    @Test
    void shouldSayWhichTagAReceiveWantedAndWhatHadCome() {
        run(3, world -> {
            if (world.rank() == 2) {
                world.withTag(7).sendAsync("a", 0);
                world.withTag(7).sendAsync("b", 1);
                return true;
            }
            String untaken = "tag=8, while no receive has taken the message from rank=2 with tag=7";
            DirectBuffer buffer = DirectBuffer.allocate(ElementType.INT, 1);
            Communicator other = world.withTag(8);
            assertThatThrownBy(() -> other.receive(2)).hasMessageContaining("from rank=2 with " + untaken);
            assertThatThrownBy(() -> other.receive(buffer, 2)).hasMessageContaining("from rank=2 with " + untaken);
            assertThatThrownBy(() -> other.probe(2)).hasMessageContaining("from rank=2 with " + untaken);
            assertThatThrownBy(() -> other.nonBlocking().receive(2).await())
                    .hasMessageContaining("from rank=2 with " + untaken);
            assertThat(world.withTag(7).<String>receive(2)).isEqualTo(world.rank() == 0 ? "a" : "b");
            assertThatThrownBy(() -> other.receive(2)).hasMessageEndingWith("a receive from rank=2 with tag=8");
            assertThatThrownBy(() -> world.receive(2)).hasMessageEndingWith("a receive from rank=2");
            return true;
        });
    }

    @Test
    void shouldExchangeInARingFromAnySource() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            assertThat(world.withTag(3).<Integer>sendReceive(world.rank(), right, ANY_SOURCE))
                    .isEqualTo(left);
            int[] got = new int[5000];
            int[] sent = new int[5000];
            sent[4999] = world.rank();
            world.withTag(4).sendReceive(DirectBuffer.of(sent), right, DirectBuffer.of(got), ANY_SOURCE);
            assertThat(got[4999]).isEqualTo(left);
        });
    }

    @Test
    void shouldRefuseWrongTagsAndSources() {
        run(1, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.withTag(-2))
                    .withMessageContaining("tag=-2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.withTag(ANY_TAG).sendAsync("x", 0))
                    .withMessageContaining("withTag(tag)");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.sendAsync("x", ANY_SOURCE))
                    .withMessageContaining("destination=ANY_SOURCE");
            assertThatIllegalArgumentException().isThrownBy(() -> world.receive(-1));
            assertThatIllegalArgumentException().isThrownBy(() -> world.receive(-2));
            assertThatIllegalArgumentException().isThrownBy(() -> world.receive(1));
            assertThatIllegalArgumentException().isThrownBy(() -> world.probe(1));
            assertThatIllegalArgumentException().isThrownBy(() -> world.sendAsync("x", ANY_SOURCE));
            assertThatIllegalArgumentException().isThrownBy(() -> world.broadcast("x", ANY_SOURCE));
            return true;
        });
    }
}
