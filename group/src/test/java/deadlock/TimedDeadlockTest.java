package deadlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.group.ColGroupMaster;
import tutti.messaging.MemberFailedException;

/** Members that wait only for each other are told so in a test, too, that has a limit. */
class TimedDeadlockTest {
    private static void wait2() {
        try (ColGroupMaster master = new ColGroupMaster(new String[0])) {
            assertThatThrownBy(() -> master.run(2, world -> world.receive(1 - world.rank())))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("deadlock: ");
        }
    }

    @Test
    void shouldEndInTheThreadOfJUnit() {
        wait2();
    }

    @Test
    @Timeout(value = 200, threadMode = Timeout.ThreadMode.SAME_THREAD)
    void shouldEndWhileAnotherThreadWatchesTheTime() {
        wait2();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .contains("junit-jupiter-timeout-watcher");
    }

    @Test
    void shouldEndWhileAnAssertionWaits() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(200), TimedDeadlockTest::wait2);
    }
}
