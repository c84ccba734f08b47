package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class WokenThreadsTest {

    @Test
    void shouldSeeAThreadThatRunsUntilItWaits() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().name("program (busy) 1").start(() -> {
            while (!isOver.get()) {
                Thread.onSpinWait();
            }
        });
        while (!WokenThreads.any()) {
            Thread.onSpinWait(); // until it has begun
        }
        for (int i = 0; i < 100; i++) {
            assertThat(WokenThreads.any()).isTrue();
        }
        isOver.set(true);
        busy.join();
        while (WokenThreads.any()) {
            Thread.sleep(1); // until others of this JVM wait
        }
    }

    @Test
    void shouldNotCountThreadsOfTheLibrary() throws Exception {
        while (WokenThreads.any()) {
            Thread.sleep(1);
        }
        AtomicBoolean isOver = new AtomicBoolean();
        Thread own = Thread.ofPlatform().name("tutti-progress-0").start(() -> {
            while (!isOver.get()) {
                Thread.onSpinWait();
            }
        });
        while (WokenThreads.any()) {
            Thread.sleep(1);
        }
        isOver.set(true);
        own.join();
    }
}
