package tutti.group;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowingGroup;
import tutti.group.growth.ProcessGrowth;

/** A member's view of a group that grows or is connected, which may take longer than other operations. */
record GrowthTalk(Communicator group) implements GrowingGroup {

    /** Gives a group that has a deadline one that suffices for growing. */
    static GrowthTalk of(Communicator group, @Nullable Duration limit) {
        return new GrowthTalk(
                group.deadline() == null || limit == null ? group : group.within(ProcessGrowth.patience(limit)));
    }

    @Override
    public String name() {
        return group.name();
    }

    @Override
    public long id() {
        return group.description().getId();
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public int processOf(int rank) {
        return group.description().getMembers(rank).getProcess();
    }

    @Override
    public List<String> broadcast(@Nullable List<String> texts, int root) {
        return List.of(Arguments.given(
                "texts",
                group.<String @Nullable []>broadcast(texts == null ? null : texts.toArray(String[]::new), root)));
    }

    @Override
    public List<String> allGather(String text) {
        return group.allGather(text);
    }

    @Override
    public boolean isEnded() {
        return group.endpoint().isEnded();
    }
}
