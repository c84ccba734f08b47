package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/** Calls that a member starts one after the other without waiting. */
@Timeout(120)
class StartedCallsTest extends GroupTest {

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldEndInTheirOrder(int processes, int size) {
        run(processes, size, member -> {
            int[] data = {member.rank()};
            CompletableFuture<@Nullable Object> first =
                    member.collectives().start(new Broadcast(data, size - 1)).future();
            CompletableFuture<@Nullable Object> second = member.collectives()
                    .start(new AllReduce(member.rank(), Reductions.sum()))
                    .future();
            double[] sum = {member.rank()};
            CompletableFuture<@Nullable Void> third = member.collectives()
                    .start(new BufferAllReduce(DirectBuffer.of(sum), DirectBuffer.of(sum), Reductions.sum()))
                    .future();
            assertThat(second.join()).isEqualTo(size * (size - 1) / 2);
            assertThat(first.isDone()).isTrue();
            assertThat(first.join()).isEqualTo(new int[] {size - 1});
            third.join();
            assertThat(sum[0]).isEqualTo(size * (size - 1) / 2.0);
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldBeginThoughTheMemberDoesNotComeToWait(int processes, int size) {
        run(processes, size, member -> {
            StartedCall<?> first = member.collectives().start(new Barrier());
            StartedCall<?> second = member.collectives().start(new Barrier());
            await().until(second.future()::isDone);
            StartedCall<?> third = member.collectives().start(new Barrier());
            third.runIfNext();
            StartedCall<?> last = member.collectives().start(new Barrier());
            await().until(last.future()::isDone);
            assertThat(first.future()).isCompleted();
            assertThat(third.future()).isCompleted();
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldHaveTheClassLoaderOfTheThreadThatStartsIt(int processes, int size) {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        Set<ClassLoader> seen = ConcurrentHashMap.newKeySet();
        run(processes, size, member -> {
            Thread self = Thread.currentThread();
            ClassLoader before = self.getContextClassLoader();
            self.setContextClassLoader(loader);
            StartedCall<?> started = member.collectives().start(new AllReduce(1, (left, right) -> {
                seen.add(Thread.currentThread().getContextClassLoader());
                return left;
            }));
            self.setContextClassLoader(before);
            await().until(started.future()::isDone); // it runs in another thread
            return null;
        });
        assertThat(seen).isSubsetOf(loader);
        assertThat(seen).hasSize(size > 1 ? 1 : 0);
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldEndBeforeALaterCallThatWaits(int processes, int size) {
        run(processes, size, member -> {
            CompletableFuture<@Nullable Object> started = member.rank() % 2 == 0
                    ? member.collectives()
                            .start(new AllReduce(1, Reductions.sum()))
                            .future()
                    : CompletableFuture.completedFuture(member.collectives().allReduce(1, Reductions.sum()));
            member.collectives().barrier();
            assertThat(started.isDone()).isTrue();
            assertThat(started.join()).isEqualTo(size);
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldGoOnAfterOneThatFails(int processes, int size) {
        run(processes, size, member -> {
            CompletableFuture<@Nullable Object> failing = member.collectives()
                    .start(new AllReduce(1, (left, right) -> {
                        throw new IllegalStateException("no");
                    }))
                    .future();
            CompletableFuture<@Nullable Object> good = member.collectives()
                    .start(new AllReduce(1, Reductions.sum()))
                    .future();
            assertThat(good.join()).isEqualTo(size);
            if (size > 1) {
                assertThatThrownBy(failing::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfAny(IllegalStateException.class, CallFailedException.class);
            }
            return null;
        });
    }

    @ParameterizedTest(name = "processes={0} size={1}")
    @MethodSource("layouts")
    void shouldRefuseACallInsideOneThatRuns(int processes, int size) {
        List<@Nullable Object> results = run(processes, size, member -> {
            CompletableFuture<@Nullable Object> nested = member.collectives()
                    .start(new AllReduce(1, (left, right) -> {
                        member.collectives().barrier();
                        return left;
                    }))
                    .future();
            CompletableFuture<@Nullable Object> later = member.collectives()
                    .start(new AllReduce(1, Reductions.sum()))
                    .future();
            assertThat(later.join()).isEqualTo(size);
            if (size > 1) {
                assertThatThrownBy(nested::join).hasMessageContaining("barrier inside allReduce");
            }
            return null;
        });
        assertThat(results).hasSize(size);
    }
}
