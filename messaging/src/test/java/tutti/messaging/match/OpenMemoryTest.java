package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenMemoryTest {
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
