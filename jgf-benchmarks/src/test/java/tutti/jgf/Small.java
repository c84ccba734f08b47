package tutti.jgf;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.SuiteRun;

/** A benchmark of a test's own, such as a known one with a small problem. */
public record Small(Function<SuiteMember, @Nullable Outcome> body) implements Benchmark {

    /** Runs it once, in this JVM. */
    public static Outcome run(int members, Function<SuiteMember, @Nullable Outcome> body) {
        return SuiteRun.once(new Small(body), Size.A, members).inThisJvm().getFirst();
    }

    @Override
    public int section() {
        return 2;
    }

    @Override
    public String name() {
        return "Small";
    }

    @Override
    public List<Size> sizes() {
        return List.of(Size.A);
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return body.apply(member);
    }
}
