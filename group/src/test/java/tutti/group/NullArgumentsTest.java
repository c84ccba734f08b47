package tutti.group;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/** Arguments that must not be null are refused by name, before anything is sent. */
@SuppressWarnings("NullAway")
class NullArgumentsTest {
    private static final DirectBuffer BUFFER = DirectBuffer.of(new int[1]);
    private static final Blocks BLOCKS = Blocks.of(1);

    /** What each call that lacks an argument is told, by the argument. */
    private static final List<Map.Entry<String, Consumer<Calls>>> OPERATIONS = List.of(
            lacking("group", calls -> calls.self.barrier(null)),
            lacking("group", calls -> calls.self.sendAsync(null, 1, 0)),
            lacking("group", calls -> calls.self.sendSync(null, 1, 0)),
            lacking("group", calls -> calls.self.receive(null, 0)),
            lacking("group", calls -> calls.self.receive(null, BUFFER, 0)),
            lacking("group", calls -> calls.self.sendReceive(null, 1, 0, calls.group, 0)),
            lacking("group", calls -> calls.self.sendReceive(calls.group, 1, 0, null, 0)),
            lacking("group", calls -> calls.self.rendezvous(null, 1, 0)),
            lacking("group", calls -> calls.self.broadcast(null, 1, 0)),
            lacking("group", calls -> calls.self.allReduce(null, 1, Integer::sum)),
            lacking("group", calls -> calls.self.scatter(null, BUFFER, BUFFER, 0)),
            lacking("group", calls -> calls.self.shrink(null)),
            lacking("group", calls -> calls.self.start(null)),
            lacking("group", calls -> calls.self.startVirtual(null)),
            lacking("timeout", calls -> calls.self.shrink(calls.group, null)),
            lacking("target", calls -> calls.self.receive(calls.group, (DirectBuffer) null, 0)),
            lacking("send", calls -> calls.self.sendReceive(calls.group, null, 0, calls.group, BUFFER, 0)),
            lacking("receive", calls -> calls.self.sendReceive(calls.group, BUFFER, 0, calls.group, null, 0)),
            lacking("send", calls -> calls.self.rendezvous(calls.group, null, BUFFER, 0)),
            lacking("receive", calls -> calls.self.rendezvous(calls.group, BUFFER, null, 0)),
            lacking("operator", calls -> calls.self.reduce(calls.group, 1, null, 0)),
            lacking("operator", calls -> calls.self.allReduce(calls.group, 1, null)),
            lacking("operator", calls -> calls.self.allReduce(calls.group, BUFFER, null)),
            lacking("send", calls -> calls.self.reduce(calls.group, null, BUFFER, Reductions.sum(), 0)),
            lacking("operator", calls -> calls.self.reduce(calls.group, BUFFER, BUFFER, null, 0)),
            lacking("send", calls -> calls.self.allReduce(calls.group, null, BUFFER, Reductions.sum())),
            lacking("receive", calls -> calls.self.allReduce(calls.group, BUFFER, null, Reductions.sum())),
            lacking("operator", calls -> calls.self.allReduce(calls.group, BUFFER, BUFFER, null)),
            lacking("receive", calls -> calls.self.scatter(calls.group, BUFFER, null, 0)),
            lacking("receive", calls -> calls.self.scatter(calls.group, BUFFER, BLOCKS, null, 0)),
            lacking("send", calls -> calls.self.gather(calls.group, (DirectBuffer) null, BUFFER, 0)),
            lacking("send", calls -> calls.self.gather(calls.group, null, BUFFER, BLOCKS, 0)),
            lacking("send", calls -> calls.self.allGather(calls.group, (DirectBuffer) null, BUFFER)),
            lacking("receive", calls -> calls.self.allGather(calls.group, BUFFER, (DirectBuffer) null)),
            lacking("blocks", calls -> calls.self.allGather(calls.group, BUFFER, BUFFER, null)),
            lacking("resultObject", calls -> calls.self.allGather(calls.group, (PerRank<Integer>) null, 1)),
            lacking("send", calls -> calls.self.allToAll(calls.group, (DirectBuffer) null, BUFFER)),
            lacking("receive", calls -> calls.self.allToAll(calls.group, BUFFER, (DirectBuffer) null)),
            lacking("sendBlocks", calls -> calls.self.allToAll(calls.group, BUFFER, null, BUFFER, BLOCKS)),
            lacking("receiveBlocks", calls -> calls.self.allToAll(calls.group, BUFFER, BLOCKS, BUFFER, null)),
            lacking("object", calls -> calls.self.allToAll(calls.group, null, PerRank.<Integer>empty())),
            lacking("resultObject", calls -> calls.self.allToAll(calls.group, PerRank.of(List.of(1)), null)),
            lacking("list", calls -> calls.self.allToAll(calls.group, (List<Integer>) null)),
            lacking("newDeadline", calls -> calls.group.within(null)),
            lacking("member", calls -> calls.group.rank(null)),
            lacking("member", calls -> calls.master.addMember("h", null)),
            lacking("member", calls -> calls.master.addMember("h", 0, null)),
            lacking("member", calls -> calls.master.deleteMember("h", null)),
            lacking("group", calls -> calls.master.shrink(null)),
            lacking("timeout", calls -> calls.master.getGroup("g", 1, (Duration) null)),
            lacking("factory", calls -> calls.master.start("h", null)),
            lacking("what the factory returns", calls -> calls.master.start("h", () -> null)));

    private record Calls(ColGroupMaster master, ColMember self, ColGroup group) {}

    private static Map.Entry<String, Consumer<Calls>> lacking(String argument, Consumer<Calls> call) {
        return Map.entry(argument, call);
    }

    @Test
    void shouldNameTheArgumentThatIsNull() {
        try (TestJob job = TestJob.of(1)) {
            job.run(1, (self, group, rank) -> {
                Calls calls = new Calls(job.master(0), self, group);
                for (Map.Entry<String, Consumer<Calls>> each : OPERATIONS) {
                    assertThatThrownBy(() -> each.getValue().accept(calls))
                            .as("call %d", OPERATIONS.indexOf(each))
                            .isInstanceOf(NullPointerException.class)
                            .hasMessageStartingWith(each.getKey() + " must not be null");
                }
                return null;
            });
        }
    }

    @Test
    void shouldNameArgumentsOfTheProgram() {
        assertThatThrownBy(() -> new ColGroupMaster((String[]) null)).hasMessage("args must not be null");
        assertThatThrownBy(() -> new ColGroupMaster("a", null)).hasMessage("each of args must not be null");
        assertThatThrownBy(() -> ColGroupMaster.programArguments((String[]) null))
                .hasMessage("args must not be null");
    }
}
