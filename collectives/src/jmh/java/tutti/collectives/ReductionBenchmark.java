package tutti.collectives;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Reductions of two buffers, in cache and out of it, beside a copy of as many bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ReductionBenchmark {
    @Param({"DOUBLE", "FLOAT", "LONG", "INT", "SHORT", "CHAR", "BYTE"})
    public ElementType type = ElementType.DOUBLE;

    @Param({"262144", "67108864"})
    public int bytes = 262144;

    private final ReductionObject<DirectBuffer> sum = Reductions.sum();
    private final ReductionObject<DirectBuffer> min = Reductions.min();
    private DirectBuffer left = DirectBuffer.of(new byte[0]);
    private DirectBuffer right = left;
    private DirectBuffer shifted = left;

    /** Makes the operands: two at the same index of their arrays, one at another. */
    @Setup
    public void prepare() {
        left = buffer(0);
        right = buffer(0);
        shifted = buffer(5);
    }

    private DirectBuffer buffer(int offset) {
        int length = bytes / type.elementBytes();
        return DirectBuffer.allocate(type, length + offset).slice(offset, length);
    }

    @Benchmark
    public Object copy() {
        left.copyFrom(right);
        return left;
    }

    @Benchmark
    public Object add() {
        return sum.reduce(left, right);
    }

    @Benchmark
    public Object min() {
        return min.reduce(left, right);
    }

    @Benchmark
    public Object addAtAnotherIndex() {
        return sum.reduce(left, shifted);
    }
}
