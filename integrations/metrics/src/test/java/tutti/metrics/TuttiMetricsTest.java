package tutti.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

class TuttiMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** Does a little of everything, then fails in one operation. */
    private static final class Worker extends ColMember {
        @Override
        public void run() {
            ColGroup group = group();
            int rank = group.rank(this);
            for (int i = 0; i < 10; i++) {
                barrier(group);
                allReduce(group, i, Reductions.<Integer>sum());
            }
            if (rank == 0) {
                sendAsync(group, new byte[1000], 1);
            } else {
                receive(group, 0);
            }
            try {
                sendAsync(group, new Object(), 0); // not serializable
            } catch (RuntimeException expected) {
                // it counts
            }
        }
    }

    private static void run(String name) throws Exception {
        try (ColGroupMaster master = new ColGroupMaster()) {
            List<Worker> workers = List.of(new Worker(), new Worker());
            workers.forEach(worker -> master.addMember(name, worker));
            ColGroup group = master.getGroup(name, 2);
            workers.forEach(worker -> worker.start(group));
        }
    }

    private FunctionTimer timer(String group, String operation) {
        return registry.get("tutti.operations")
                .tags("group", group, "operation", operation)
                .functionTimer();
    }

    private double counted(String meter, String group, String operation) {
        FunctionCounter counter = registry.get("tutti.operations." + meter)
                .tags("group", group, "operation", operation)
                .functionCounter();
        return counter.count();
    }

    @Test
    void shouldCountCallsTimeBytesAndFailures() throws Exception {
        try (TuttiMetrics metrics = new TuttiMetrics()) {
            metrics.bindTo(registry);
            run("work");
        }

        assertThat(timer("work", "barrier").count()).isEqualTo(20);
        assertThat(timer("work", "barrier").totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("work", "allReduce").count()).isEqualTo(20);
        assertThat(timer("work", "sendAsync").count()).isEqualTo(3);
        assertThat(counted("failures", "work", "sendAsync")).isEqualTo(2);
        assertThat(counted("failures", "work", "barrier")).isZero();
        assertThat(counted("messages", "work", "receive")).isEqualTo(1);
        assertThat(counted("bytes", "work", "receive")).isGreaterThanOrEqualTo(1000);
        assertThat(counted("waited", "work", "barrier"))
                .isLessThanOrEqualTo(timer("work", "barrier").totalTime(TimeUnit.SECONDS));
    }

    @Test
    void shouldCountGroupsBeyondTheMostAsOne() throws Exception {
        try (TuttiMetrics metrics = new TuttiMetrics(1)) {
            metrics.bindTo(registry);
            run("first");
            run("second");
            run("third");
        }

        assertThat(timer("first", "barrier").count()).isEqualTo(20);
        assertThat(timer(TuttiMetrics.OTHER_GROUPS, "barrier").count()).isEqualTo(40);
    }

    @Test
    void shouldBeBoundOnceOnly() {
        try (TuttiMetrics metrics = new TuttiMetrics()) {
            metrics.bindTo(registry);
            assertThatThrownBy(() -> metrics.bindTo(registry))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("CompositeMeterRegistry");
        }
    }
}
