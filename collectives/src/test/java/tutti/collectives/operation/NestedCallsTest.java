package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableDataObject;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.messaging.Together.Background;
import tutti.messaging.Together.Outcome;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.SerializationException;

/** Calls of a member that is in a call already. */
final class NestedCallsTest extends GroupTest {
    record Inner(String name, Consumer<Member> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> inner() {
        return Stream.of(
                        new Inner("barrier", member -> member.collectives().barrier()),
                        new Inner(
                                "a receive from rank=0",
                                member -> member.endpoint().receive(0, 0)),
                        new Inner(
                                "a send that waits for rank=0",
                                member -> member.endpoint()
                                        .messages()
                                        .sendAndAwaitTaken(
                                                0, 0, 0, member.endpoint().capture(1))))
                .flatMap(inner -> Stream.of(1, 2, 3).map(processes -> Arguments.of(processes, inner)));
    }

    @ParameterizedTest
    @MethodSource("inner")
    void shouldRefuseWhatAnOperatorWaitsForInItsOwnGroup(int processes, Inner inner) {
        List<Outcome<Object>> outcomes = outcomes(processes, 3, member -> {
            ReductionObject<@Nullable Object> operator = (left, right) -> {
                inner.call().accept(member);
                return left;
            };
            return failure(
                    member,
                    IllegalStateException.class,
                    () -> member.collectives().allReduce(1, operator));
        });
        assertRefused(outcomes, inner, "allReduce");
    }

    @ParameterizedTest
    @MethodSource("inner")
    void shouldRefuseWhatADividableObjectWaitsForInItsOwnGroup(int processes, Inner inner) {
        int root = 1;
        List<Outcome<Object>> outcomes = outcomes(processes, 3, member -> {
            DividableDataObject<@Nullable Object> parts = (index, groupSize) -> {
                inner.call().accept(member);
                return index;
            };
            return failure(
                    member,
                    IllegalStateException.class,
                    () -> member.collectives().scatter(member.rank() == root ? parts : null, root));
        });
        assertRefused(outcomes, inner, "scatter root=1");
    }

    @ParameterizedTest
    @MethodSource("inner")
    void shouldRefuseWhatAClassThatIsReadWaitsForInItsOwnGroup(int processes, Inner inner) {
        List<Outcome<Object>> outcomes = outcomes(processes, 3, member -> {
            Reading.WHILE_READ.set(() -> inner.call().accept(member));
            try {
                return failure(
                        member,
                        SerializationException.class,
                        () -> member.collectives().allGather(PerRank.empty(), new Reading()));
            } finally {
                Reading.WHILE_READ.remove();
            }
        });
        assertRefused(outcomes, inner, "allGather");
    }

    /** Makes a call that fails, here or at another member, and then one that does not. */
    private static Object failure(Member member, Class<? extends RuntimeException> here, ThrowingCallable call) {
        Throwable failure = catchThrowable(call);
        assertThat(failure).isInstanceOfAny(here, CallFailedException.class);
        member.collectives().barrier();
        return failure;
    }

    private static void assertRefused(List<Outcome<Object>> outcomes, Inner inner, String outer) {
        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat((Throwable) outcome.value())
                        .hasMessageContainingAll(
                                inner.name(), "inside %s as collective call number 0".formatted(outer), "own group"));
    }

    /** An object whose class calls operations while it is read. */
    private static final class Reading implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        private static final ThreadLocal<Runnable> WHILE_READ = ThreadLocal.withInitial(() -> () -> {});

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            WHILE_READ.get().run();
        }
    }

    @Test
    void shouldNameBothThreadsOfAMemberThatIsInTwoCalls() {
        List<Endpoint> members = open(1, 2);
        List<Collectives> collectives = members.stream().map(Collectives::new).toList();
        Background<Object> first = Background.start("first-thread", () -> {
            collectives.get(0).barrier();
            return "done";
        });
        await().until(first::isParked);

        assertThatThrownBy(() -> collectives.get(0).broadcast("x", 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "two threads of one member",
                        "barrier as collective call number 0 by thread=first-thread",
                        "broadcast");

        collectives.get(1).barrier(); // and the first call is as it was
        first.get();
    }
}
