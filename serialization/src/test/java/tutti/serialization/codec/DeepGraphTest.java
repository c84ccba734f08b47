package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Codec;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;

class DeepGraphTest {
    private static final int LONG = 1_000_000;
    private static final int TALL = 100_000;

    private final Codec codec = new ObjectCodec();

    static Stream<Object> chains() {
        int length = Boolean.getBoolean("tutti.test.all") ? LONG : LONG / 4;
        return Stream.of(chain(length, null), chain(LONG / 5, new java.util.Random(1)));
    }

    /** A chain whose last link holds something, which may force Java serialization on it. */
    static Link chain(int length, Object end) {
        Link head = null;
        for (int i = 0; i < length; i++) {
            head = new Link(i, head, i == 0 ? end : null);
        }
        return head;
    }

    @ParameterizedTest
    @MethodSource("chains")
    void shouldCarryALongLinkedList(Link chain) {
        assertThat(length((Link) codec.decode(codec.encode(chain)))).isEqualTo(chain.number + 1);
        assertThat(length((Link) codec.snapshot(chain).value())).isEqualTo(chain.number + 1);
    }

    @Test
    void shouldCarryATallTree() {
        Tree tree = null;
        for (int i = 0; i < TALL; i++) {
            tree = i % 2 == 0 ? new Tree(tree, new Tree(null, null)) : new Tree(null, tree);
        }
        Tree tall = tree;
        for (Tree copy : List.of((Tree) codec.decode(codec.encode(tall)), (Tree)
                codec.snapshot(tall).value())) {
            int height = 0;
            for (Tree each = copy; each != null; each = height % 2 == 1 ? each.right : each.left) {
                height++;
            }
            assertThat(height).isEqualTo(TALL);
        }
    }

    @Test
    void shouldCarryListsInListsAndRecordsInRecords() {
        Object nested = "bottom";
        for (int i = 0; i < TALL; i++) {
            nested = i % 2 == 0 ? new ArrayList<>(List.of(nested)) : new MatrixCases.Holder(nested);
        }
        int depth = 0;
        Object copy = codec.decode(codec.encode(nested));
        for (Object each = copy; !(each instanceof String); depth++) {
            each = each instanceof List<?> list ? list.getFirst() : ((MatrixCases.Holder) each).content();
        }
        assertThat(depth).isEqualTo(TALL);
        assertThat(codec.snapshot(nested).value()).isNotNull();
    }

    @Test
    void shouldAlsoWorkInVirtualThreads() throws Exception {
        Link chain = chain(TALL, null);
        List<Object> results = new ArrayList<>();
        Thread thread = Thread.ofVirtual().start(() -> results.add(codec.decode(codec.encode(chain))));
        thread.join();
        assertThat(length((Link) results.getFirst())).isEqualTo(TALL);
    }

    @Test
    void shouldKeepTheContextLoaderOfADeepGraphsSender() throws Exception {
        List<Throwable> failures = new ArrayList<>();
        Link chain = chain(TALL, null);
        Thread thread = new Thread(() -> codec.decode(codec.encode(chain)));
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
        thread.start();
        thread.join();
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsDeeperThanTheLimit() {
        Codec limited = new ObjectCodec(new SerializationSettings(null, 100, 1000, 1_000_000));
        for (Link chain : List.of(chain(200, null), chain(200, Comparator.<String>reverseOrder()))) {
            assertThatThrownBy(() -> limited.encode(chain))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("maxDepth=100");
            assertThatThrownBy(() -> limited.decode(codec.encode(chain)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("maxDepth=100");
            assertThatThrownBy(() -> limited.snapshot(chain)).isInstanceOf(SerializationException.class);
        }
    }

    /** Before the memory of larger stacks is used up. */
    @Test
    void shouldEndCodeThatRecursesWithoutEnd() {
        assertThatThrownBy(() -> new ObjectCodec().encode(new Endless()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContainingAll("recursed without end while its object was written", "Endless")
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    private static final class Endless implements Serializable {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("InfiniteRecursion")
        private int depth(int depth) {
            return depth(depth + 1) + 1;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(depth(0));
        }
    }

    private static int length(Link head) {
        int length = 0;
        for (Link each = head; each != null; each = each.next) {
            length++;
        }
        return length;
    }

    @SuppressWarnings("serial") // some ends are serializable, some are not
    static final class Link implements Serializable {
        private static final long serialVersionUID = 1;

        final int number;
        final Link next;
        final Object end;

        Link(int number, Link next, Object end) {
            this.number = number;
            this.next = next;
            this.end = end;
        }

        @Override
        public String toString() {
            return "link " + number;
        }
    }

    static final class Tree implements Serializable {
        private static final long serialVersionUID = 1;

        final Tree left;
        final Tree right;

        Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }
    }
}
