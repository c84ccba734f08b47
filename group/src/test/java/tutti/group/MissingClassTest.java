package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.collectives.CallFailedException;
import tutti.collectives.PerRank;
import tutti.serialization.SerializationException;

/** A JVM that lacks a class which another sends says so, and its group continues. */
class MissingClassTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Travels field by field. */
    record Plain(int number) implements Serializable {}

    /** Travels by Java serialization, as all exceptions do. */
    static final class Hooked extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Rank 0 sends what rank 1 has no class for: twice as a message, then in collective operations. */
    static final class Sending extends ColMember {
        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                master.start("g", Sending::new);
            }
        }

        @Override
        public void run() {
            ColGroup group = group();
            if (group.rank(this) == 0) {
                sendAsync(group, new Plain(1), 1);
                sendSync(group, new ArrayList<>(List.of(new Hooked())), 1);
                endInAnyWay(() -> this.<Object>broadcast(group, new Plain(2), 0));
                endInAnyWay(() -> this.<Object>scatter(group, PerRank.of(List.of("own", new Plain(3))), 0));
                sendAsync(group, "fine", 1);
            } else {
                attempt("message", () -> receive(group, 0));
                attempt("message by java", () -> receive(group, 0));
                attempt("broadcast", () -> broadcast(group, null, 0));
                attempt("scatter", () -> this.<Object>scatter(group, null, 0));
                System.out.println("received " + this.<String>receive(group, 0));
            }
            System.out.println("sum " + this.<Integer>allReduce(group, 1 + group.rank(this), Integer::sum));
        }

        /** A root may be told that the call has failed at the other, if it has not returned before. */
        private static void endInAnyWay(Runnable call) {
            try {
                call.run();
            } catch (CallFailedException e) {
                // the other prints what it was
            }
        }

        private static void attempt(String what, Runnable action) {
            try {
                action.run();
            } catch (SerializationException e) {
                System.out.println(what + ": " + e.getMessage());
            }
        }
    }

    @Test
    void shouldNameTheClassAndBothMembersAndGoOn() {
        try (JvmJob job = JvmJob.of(Sending.class, 2)
                .without(1, Plain.class, Hooked.class)
                .start()) {
            job.awaitSuccess(LIMIT);

            assertThat(job.jvm(0).out().lines()).containsExactly("sum 3");
            List<String> lines = job.jvm(1).out().lines().toList();
            assertThat(lines).hasSize(6);
            assertThat(lines.subList(0, 4))
                    .allMatch(
                            line -> line.matches(".*: cannot read a message: here group=g rank=1 process=1 host=.* pid="
                                    + job.jvm(1).pid() + "; sender group=g rank=0 process=0 host=.* pid="
                                    + job.jvm(0).pid() + ": .*"));
            assertThat(lines.get(0)).startsWith("message: ").endsWith(missing(Plain.class));
            assertThat(lines.get(1)).startsWith("message by java: ").endsWith(missing(Hooked.class));
            assertThat(lines.get(2)).startsWith("broadcast: ").endsWith(missing(Plain.class));
            assertThat(lines.get(3)).startsWith("scatter: ").endsWith(missing(Plain.class));
            assertThat(lines.subList(4, 6)).containsExactly("received fine", "sum 3");
        }
    }

    private static String missing(Class<?> type) {
        return "class is missing here: class=%s; put it on the class path of every process".formatted(type.getName());
    }
}
