package tutti.jgf.section2;

import java.util.List;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.Timing;

/** What the kernels have in common: three sizes and one timer. */
abstract class Kernel implements Benchmark {

    @Override
    public final int section() {
        return 2;
    }

    @Override
    public final List<Size> sizes() {
        return List.of(Size.values());
    }

    static Timing timing(String unit, double operations, double seconds) {
        return new Timing("Kernel", unit, operations, seconds);
    }
}
