package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenMemoryTest {

    /** Opens memory again and again in a recursion that leaves hardly any stack. */
    static final class Deep {
        private static final int ROUNDS = 5_000;

        private final MemorySegment memory = Arena.global().allocate(8);
        private int ran;
        private int deepest;
        private int returned; // keeps calls from being the last of their methods

        private void down(int depth, int end) {
            if (depth >= end) {
                OpenMemory.during(memory, () -> ran++);
            } else {
                down(depth + 1, end);
                returned++;
            }
        }

        private void toTheEnd(int depth) {
            deepest = depth;
            if (depth < Integer.MAX_VALUE) {
                toTheEnd(depth + 1);
            }
            returned++;
        }

        private void overflowOften() {
            try {
                toTheEnd(0);
            } catch (StackOverflowError e) {
                // as deep as it goes, for now
            }
            int overflown = 0;
            int end = deepest;
            for (int i = 0; i < ROUNDS; i++) {
                try {
                    down(0, end);
                    end += 1 + i % 3;
                } catch (StackOverflowError e) {
                    overflown++;
                    end = Math.max(0, end - 1 - i % (ran == 0 ? 300 : 5));
                }
            }
            System.out.println(ran > ROUNDS / 10 && overflown > ROUNDS / 10 && returned > ran);
        }

        public static void main(String[] args) throws InterruptedException {
            Thread thread = new Thread(null, () -> new Deep().overflowOften(), "deep", 400 << 10);
            thread.start();
            thread.join();
        }
    }

    /** Else the JVM would end. */
    @Test
    void shouldOverflowTheStackWhereThatIsCaught() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:ErrorFile=/dev/null",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Deep.class.getName())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly("true");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void shouldRefuseToCloseTheArenaMeanwhile() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(8);
        List<String> done = new ArrayList<>();

        OpenMemory.during(memory, () -> {
            assertThatThrownBy(arena::close).isInstanceOf(IllegalStateException.class);
            OpenMemory.during(memory, () -> done.add("inner"));
            assertThatThrownBy(arena::close).isInstanceOf(IllegalStateException.class);
            done.add("outer");
        });
        assertThat(done).containsExactly("inner", "outer");
        arena.close();
        assertThat(memory.scope().isAlive()).isFalse();
    }

    @Test
    void shouldThrowWhatTheActionThrows() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8);
            assertThatThrownBy(() -> OpenMemory.during(memory, () -> {
                        throw new UnsupportedOperationException("mine");
                    }))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("mine");
        }
    }

    @Test
    void shouldSayThatMemoryIsClosed() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(8);
        arena.close();
        assertThatThrownBy(() -> OpenMemory.during(memory, () -> fail("runs")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("memory of a buffer is closed: bytes=8; keep its arena open until the operation has ended");
    }
}
