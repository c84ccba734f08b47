package deadlock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;
import tutti.messaging.MemberFailedException;

/** A member that waits for a lock of the program's, which another keeps while it waits for all members. */
class BlockedMemberTest {
    private final Object lock = new Object();
    private final CountDownLatch isLocked = new CountDownLatch(1);

    @Test
    void shouldBeToldOf() {
        try (ColGroupMaster master = new ColGroupMaster(new String[0])) {
            assertThatThrownBy(() -> master.run(2, world -> {
                        if (world.rank() == 1) {
                            isLocked.await();
                        }
                        synchronized (lock) {
                            isLocked.countDown();
                            world.within(Duration.ofMillis(500)).barrier();
                        }
                        return null;
                    }))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("silent ranks=[1]")
                    .hasMessageContaining("BlockedMemberTest.java:")
                    .hasMessageContaining(", where it waits for a lock");
        }
    }
}
