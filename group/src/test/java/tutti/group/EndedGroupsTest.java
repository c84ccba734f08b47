package tutti.group;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.messaging.LoadClock;
import tutti.serialization.DirectBuffer;

/** What groups have goes when all their members have left, although their names are not deleted. */
class EndedGroupsTest extends EachDevice {
    private static final int GROUPS = 2;
    private static final int SIZE = 4;

    @Test
    void shouldLetGoOfWhatEndedGroupsHad() {
        List<WeakReference<?>> ended = new ArrayList<>();
        for (int i = 0; i < GROUPS; i++) {
            run(SIZE, world -> {
                        DirectBuffer sum = DirectBuffer.of(new long[1000]);
                        world.allReduce(DirectBuffer.of(new long[1000]), sum, Reductions.sum());
                        world.sendReceive(sum, (world.rank() + 1) % SIZE, sum, (world.rank() + SIZE - 1) % SIZE);
                        Communicator half = world.split(world.rank() % 2);
                        half.barrier();
                        return List.of(
                                new WeakReference<>(world.endpoint()),
                                new WeakReference<>(half.endpoint()),
                                new WeakReference<>(sum.array()));
                    })
                    .forEach(ended::addAll);
        }
        LoadClock.await().until(() -> {
            System.gc();
            return ended.stream().allMatch(each -> each.refersTo(null));
        });
    }
}
