package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;

class ProcessRuntimeTest {
    private static final int TAG = 4;

    @Test
    void shouldOpenEndpointsForTheMembersItHosts() {
        try (Processes job = Processes.start(2)) {
            GroupLayout layout = job.layout(List.of(1, 0, 0, 1, 1), true);

            assertThat(job.messenger(0).open(layout)).containsOnlyKeys(1, 2);
            assertThat(job.messenger(1).open(layout)).containsOnlyKeys(0, 3, 4).allSatisfy((rank, endpoint) -> {
                assertThat(endpoint.rank()).isEqualTo(rank);
                assertThat(endpoint.size()).isEqualTo(5);
            });
        }
    }

    @Test
    void shouldDeliverWhateverTheOrderOfHosts() {
        try (Processes job = Processes.start(2)) {
            List<Endpoint> members = job.open(job.layout(List.of(1, 0, 0, 1, 1), true));
            List<Integer> sums = Together.members(members, member -> {
                for (int peer = 0; peer < member.size(); peer++) {
                    member.send(peer, TAG, CallSignature.NONE, member.capture(member.rank(), peer));
                }
                int sum = 0;
                for (int peer = 0; peer < member.size(); peer++) {
                    sum += (Integer) member.receive(peer, TAG).payload().take();
                }
                return sum;
            });

            assertThat(sums).containsOnly(10);
        }
    }

    @Test
    void shouldRefuseToOpenAGroupTwice() {
        try (Processes job = Processes.start(1)) {
            GroupLayout layout = job.layout(2, true);
            assertThat(job.messenger(0).open(layout)).hasSize(2);

            assertThatThrownBy(() -> job.messenger(0).open(layout))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(layout.name());
        }
    }

    @Test
    void shouldConnectAllProcessesInTheJobsOwnGroup() {
        try (Processes job = Processes.start(3)) {
            List<Endpoint> processes = List.of(
                    job.messenger(0).jobEndpoint(),
                    job.messenger(1).jobEndpoint(),
                    job.messenger(2).jobEndpoint());
            List<Object> received = Together.members(processes, process -> {
                int next = (process.rank() + 1) % 3;
                process.send(next, TAG, CallSignature.NONE, process.capture("from " + process.rank(), next));
                return process.receive((process.rank() + 2) % 3, TAG).payload().take();
            });

            assertThat(received).containsExactly("from 2", "from 0", "from 1");
        }
    }

    @Test
    void shouldDescribeMembersForPeople() {
        try (Processes job = Processes.start(2)) {
            List<Endpoint> members = job.open(2);

            assertThat(members.get(0).describe(1))
                    .startsWith("group=test-1 rank=1 process=1 host=")
                    .endsWith("pid=" + ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldForgetGroupsThatAllHaveLeft() {
        try (Processes job = Processes.start(2)) {
            for (int i = 0; i < 20; i++) {
                GroupLayout layout = job.layout(4, true);
                Together.members(job.open(layout), member -> {
                    member.send(3 - member.rank(), TAG, CallSignature.NONE, member.capture(new byte[10_000]));
                    Object value =
                            member.receive(3 - member.rank(), TAG).payload().take();
                    member.leave();
                    return value;
                });
                assertThat(job.open(layout))
                        .as("nothing is known of it any more")
                        .hasSize(4);
            }
        }
    }

    @Test
    void shouldRememberAGroupAsLongAsOneMemberIsThere() {
        try (Processes job = Processes.start(1)) {
            GroupLayout layout = job.layout(2, true);
            List<Endpoint> members = job.open(layout);
            members.get(0).leave();

            assertThatThrownBy(() -> job.open(layout)).isInstanceOf(IllegalStateException.class);
            members.get(1).leave();
            assertThat(job.open(layout)).hasSize(2);
        }
    }
}
