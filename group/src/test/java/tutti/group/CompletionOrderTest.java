package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tutti.messaging.LoadClock;
import tutti.serialization.DirectBuffer;

/** Requests are given in the order in which they have ended, whatever the order of the list. */
class CompletionOrderTest extends EachDevice {
    private static final int LARGE = 3 << 20;

    /** Messages from one member arrive in the order of sending; no one looks before all have come. */
    @Test
    void shouldGiveFirstWhatEndedFirstBeforeAnyoneLooked() {
        run(2, world -> {
            int count = 5;
            if (world.rank() == 0) {
                world.receive(1);
                for (int tag = count - 1; tag >= 0; tag--) {
                    world.withTag(tag + 1).sendAsync(tag, 1);
                }
                world.sendAsync("all", 1);
                return true;
            }
            List<Request<Integer>> open = new ArrayList<>();
            for (int tag = 0; tag < count; tag++) {
                open.add(world.withTag(tag + 1).nonBlocking().receive(0));
            }
            world.sendAsync("go", 0);
            world.receive(0);
            List<Integer> order = new ArrayList<>();
            Request.awaitSome(open).forEach(ended -> order.add(ended.await()));
            assertThat(order).containsExactly(4, 3, 2, 1, 0);
            order.clear();
            while (!open.isEmpty()) {
                Request<Integer> ended = Request.awaitAny(open);
                open.remove(ended);
                order.add(ended.await());
            }
            assertThat(order).containsExactly(4, 3, 2, 1, 0);
            return true;
        });
    }

    /** Each is seen to have ended before the next can. */
    @Test
    void shouldKnowOneOrderOfAllKindsOfRequests() {
        run(2, world -> {
            Communicator other = world.split(0, world.rank());
            Window window = world.createWindow(DirectBuffer.of(new long[1]));
            window.fence();
            if (world.rank() == 0) {
                world.withTag(1).<Object>receive(1);
                world.withTag(1).sendAsync(1, 1);
                world.withTag(2).<Object>receive(1);
                other.withTag(2).sendAsync(new byte[LARGE], 1);
                world.withTag(3).<Object>receive(1);
                world.withTag(3).sendAsync(DirectBuffer.of(new int[LARGE]), 1);
                world.withTag(4).<Object>receive(1);
                world.withTag(5).<Object>receive(1);
                other.nonBlocking().barrier().await();
                window.close();
                return true;
            }
            CompletableFuture<String> work = new CompletableFuture<>();
            List<Request<?>> open = new ArrayList<>();
            open.add(world.nonBlocking().request(work));
            open.add(other.nonBlocking().barrier());
            open.add(world.withTag(4).nonBlocking().sendSync("taken late", 0));
            open.add(world.withTag(3).nonBlocking().receive(DirectBuffer.of(new int[LARGE]), 0));
            open.add(other.withTag(2).nonBlocking().receive(0));
            open.add(world.withTag(1).nonBlocking().receive(0));
            List<Request<?>> expected = new ArrayList<>(open);
            Collections.reverse(expected);
            for (int tag = 1; tag <= 3; tag++) {
                world.withTag(tag).sendAsync("go", 0);
                LoadClock.await().until(expected.get(tag - 1)::isDone);
            }
            LoadClock.await().until(expected.get(3)::isDone);
            world.withTag(5).sendAsync("go", 0);
            LoadClock.await().until(expected.get(4)::isDone);
            work.complete("done");
            open.addFirst(world.nonBlocking().sendAsync("to no one", NO_MEMBER));
            expected.add(open.getFirst());
            open.addFirst(window.nonBlocking().put(1, 0, DirectBuffer.of(new long[] {1})));
            expected.add(open.getFirst());
            LoadClock.await().until(open.getFirst()::isDone);
            List<Request<?>> ended = Request.awaitSome(open);
            window.close();
            assertThat(ended).isEqualTo(expected);
            return true;
        });
    }

    @Test
    void shouldLetNoRequestWaitForThoseStartedAgainBeforeIt() {
        run(2, world -> {
            int messages = 10;
            if (world.rank() == 0) {
                for (int i = 0; i < messages; i++) {
                    world.withTag(1).sendAsync("often", 1);
                }
                world.withTag(2).sendAsync("once", 1);
                world.sendAsync("all", 1);
                return true;
            }
            Request<String> last = world.withTag(2).nonBlocking().receive(0);
            List<Request<String>> open = new ArrayList<>();
            open.add(world.withTag(1).nonBlocking().receive(0));
            open.add(last);
            world.receive(0);
            int before = 0;
            for (Request<String> ended = Request.awaitAny(open); ended != last; ended = Request.awaitAny(open)) {
                before++;
                open.set(0, world.withTag(1).nonBlocking().receive(0));
            }
            assertThat(before).isLessThanOrEqualTo(1);
            while (++before < messages) {
                world.withTag(1).receive(0);
            }
            return true;
        });
    }

    @Test
    void shouldFailWithWhatFailedFirst() {
        run(1, world -> {
            CompletableFuture<String> second = new CompletableFuture<>();
            CompletableFuture<String> first = new CompletableFuture<>();
            List<Request<String>> open = List.of(
                    world.nonBlocking().request(second), world.nonBlocking().request(first));
            IllegalStateException later = new IllegalStateException("second");
            first.completeExceptionally(new IllegalStateException("first"));
            second.completeExceptionally(later);
            assertThatThrownBy(() -> Request.awaitAll(open)).hasMessage("first").hasSuppressedException(later);
            return true;
        });
    }
}
