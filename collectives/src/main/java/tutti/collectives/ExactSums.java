package tutti.collectives;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Exact sums of numbers and, element by element, of arrays and buffers. */
final class ExactSums implements LiftedReduction<@Nullable Object, ExactSums.Partial> {
    static final ExactSums OPERATOR = new ExactSums();

    private ExactSums() {}

    /** What is summed. */
    private enum Form {
        DOUBLE,
        FLOAT,
        DOUBLES,
        FLOATS
    }

    /** The sums so far. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Partial(Form form, ExactSum[] sums) implements Serializable {}

    @Override
    public Partial lift(@Nullable Object value) {
        return switch (value) {
            case Double number -> new Partial(Form.DOUBLE, new ExactSum[] {ExactSum.of(number)});
            case Float number -> new Partial(Form.FLOAT, new ExactSum[] {ExactSum.of(number)});
            case double[] numbers -> doubles(numbers);
            case float[] numbers -> floats(numbers);
            case DirectBuffer buffer when isSummed(buffer) -> lift(buffer.toArray());
            case null, default ->
                throw new IllegalArgumentException(
                        "exactSum takes Double, Float, and arrays and buffers of double and float: value=%s; integers need no exactSum"
                                .formatted(
                                        switch (value) {
                                            case null -> "null";
                                            case DirectBuffer buffer -> buffer;
                                            default -> value.getClass().getTypeName();
                                        }));
        };
    }

    private static boolean isSummed(DirectBuffer buffer) {
        return buffer.type() == ElementType.DOUBLE || buffer.type() == ElementType.FLOAT;
    }

    private static Partial doubles(double[] numbers) {
        return new Partial(
                Form.DOUBLES, Arrays.stream(numbers).mapToObj(ExactSum::of).toArray(ExactSum[]::new));
    }

    private static Partial floats(float[] numbers) {
        ExactSum[] sums = new ExactSum[numbers.length];
        Arrays.setAll(sums, i -> ExactSum.of(numbers[i]));
        return new Partial(Form.FLOATS, sums);
    }

    @Override
    public Partial combine(Partial left, Partial right) {
        if (left.form != right.form || left.sums.length != right.sums.length) {
            throw new IllegalArgumentException(
                    "operands of exactSum differ: left=%s length=%d right=%s length=%d; let every member contribute the same"
                            .formatted(left.form, left.sums.length, right.form, right.sums.length));
        }
        for (int i = 0; i < left.sums.length; i++) {
            left.sums[i].add(right.sums[i]);
        }
        return left;
    }

    @Override
    public Object lower(Partial partial) {
        ExactSum[] sums = partial.sums;
        return switch (partial.form) {
            case DOUBLE -> sums[0].doubleValue();
            case FLOAT -> sums[0].floatValue();
            case DOUBLES ->
                Arrays.stream(sums).mapToDouble(ExactSum::doubleValue).toArray();
            case FLOATS -> {
                float[] rounded = new float[sums.length];
                for (int i = 0; i < rounded.length; i++) {
                    rounded[i] = sums[i].floatValue();
                }
                yield rounded;
            }
        };
    }
}
