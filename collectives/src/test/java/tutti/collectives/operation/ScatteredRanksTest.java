package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.runtime.Endpoint;

/** Ranks that a process hosts need not be consecutive, and need not fill a block of the tree. */
class ScatteredRanksTest {
    private static final List<List<Integer>> HOSTS = List.of(
            List.of(0, 1, 0, 1, 0, 1),
            List.of(1, 1, 0, 0, 0),
            List.of(0, 1, 1, 1, 0, 2, 2),
            List.of(2, 0, 0, 0, 0, 1, 1, 1, 2),
            List.of(0, 0, 0, 0, 1, 1, 1, 1));

    @Test
    void shouldNotShowInAnyResult() {
        try (Processes job = Processes.start(3)) {
            for (List<Integer> hosts : HOSTS) {
                List<Endpoint> together = job.open(hosts.size());
                List<Endpoint> scattered = job.open(job.layout(hosts, true));
                assertThat(results(scattered)).as("hosts=%s", hosts).isEqualTo(results(together));
            }
        }
    }

    private static List<String> results(List<Endpoint> endpoints) {
        return Together.members(endpoints, endpoint -> {
            Collectives collectives = new Collectives(endpoint);
            StringBuilder text = new StringBuilder();
            String mine = Integer.toString(endpoint.rank());
            for (int root = 0; root < endpoint.size(); root++) {
                collectives.barrier();
                text.append(collectives.broadcast(mine + "!", root));
                text.append(collectives.reduce(mine, (left, right) -> "(" + left + right + ")", root));
            }
            text.append(collectives.allReduce(mine, (left, right) -> "(" + left + right + ")"));
            double[] sums =
                    (double[]) collectives.allReduce(new double[] {1 / (endpoint.rank() + 3.0)}, Reductions.sum());
            text.append(Stream.of(sums[0]).toList());
            collectives.barrier();
            endpoint.leave();
            return text.toString();
        });
    }
}
