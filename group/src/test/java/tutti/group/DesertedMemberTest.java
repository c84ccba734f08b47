package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;

/**
 * A member whose own thread, which the user has started, ends without {@code done()}: those who wait for it hear of it.
 */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2})
class DesertedMemberTest {
    @Parameter
    int processes;

    private TestJob job = TestJob.of(1);
    private final TestMember<Void> other = TestMember.idle();

    @AfterEach
    void closeJob() {
        job.closeAndCollect();
    }

    /** Works as the user's own code would, which knows its group from elsewhere. */
    private static final class Own extends ColMember {
        private final BiConsumer<Own, ColGroup> work;
        private final CompletableFuture<ColGroup> group = new CompletableFuture<>();

        Own(BiConsumer<Own, ColGroup> work) {
            this.work = work;
        }

        @Override
        public void run() {
            work.accept(this, TestJob.get(group));
        }
    }

    private ColGroup activate(Own own) {
        job.close();
        job = TestJob.of(processes);
        List<ColGroup> active = job.activate("g", List.of(own, other));
        own.group.complete(active.getFirst());
        return active.getLast();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailTheMemberWhenItsThreadEnds(boolean virtual) {
        Own own = new Own((self, group) -> self.sendSync(group, "last word", 1));
        ColGroup group = activate(own);
        Thread thread =
                (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).name("own").start(own);

        assertThat(other.<String>receive(group, 0)).isEqualTo("last word");
        assertThatThrownBy(() -> other.receive(group, 0))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("group=g rank=0", "ended without done()", "thread=own", "call done()");
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void shouldFailTheMemberWhenItsThreadDiesOfAnException() {
        Own own = new Own((self, group) -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
            self.sendAsync(group, 1, 1);
            throw new IllegalStateException("bad");
        });
        ColGroup group = activate(own);
        new Thread(own).start();

        assertThatThrownBy(() -> other.barrier(group))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("ended without done()");
    }

    @Test
    void shouldWaitForOtherThreadsThatActForTheMember() {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        CompletableFuture<Thread> helper = new CompletableFuture<>();
        Own own = new Own((self, group) -> {
            CountDownLatch acts = new CountDownLatch(1);
            helper.complete(Thread.ofPlatform().start(() -> {
                self.sendAsync(group, "first", 1);
                acts.countDown();
                await(mayGoOn);
                self.sendAsync(group, "second", 1);
                self.done();
            }));
            await(acts);
            self.sendAsync(group, "from the member's own thread", 1);
        });
        ColGroup group = activate(own);
        Thread thread = new Thread(own);
        thread.start();
        LoadClock.await().until(() -> !thread.isAlive());
        mayGoOn.countDown();

        assertThat(other.<String>receive(group, 0)).isEqualTo("first");
        assertThat(other.<String>receive(group, 0)).isEqualTo("from the member's own thread");
        assertThat(other.<String>receive(group, 0)).isEqualTo("second");
        assertThatThrownBy(() -> other.receive(group, 0)).hasMessageContaining("left the group");
    }

    @Test
    void shouldNotMindTheEndOfThreadsThatOnlyHelp() {
        Own own = new Own((self, group) -> {});
        ColGroup group = activate(own);
        for (int i = 0; i < 40; i++) {
            int number = i;
            TestJob.get(TestJob.async(() -> {
                own.sendAsync(TestJob.get(own.group), number, 1);
                return null;
            }));
            assertThat(other.<Integer>receive(group, 0)).isEqualTo(i);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
