package tutti.jgf.section1;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timing;

/** Barriers of all members. */
public final class Barrier extends LowLevel {
    @Override
    public String name() {
        return "Barrier";
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        Measured measured = measure(member, () -> member.barrier(member.group()));
        return member.rank() == 0
                ? Outcome.of(new Timing("", "barriers", measured.runs(), measured.seconds()), List.of())
                : null;
    }
}
