package tutti.serialization;

import java.util.Random;
import java.util.stream.Stream;

/** Arrays of every primitive type with varied content. */
public final class SampleArrays {
    private SampleArrays() {}

    public static Stream<Object> ofEachType(int length) {
        Random random = new Random(length);
        boolean[] booleans = new boolean[length];
        byte[] bytes = new byte[length];
        char[] chars = new char[length];
        short[] shorts = new short[length];
        int[] ints = new int[length];
        long[] longs = new long[length];
        float[] floats = new float[length];
        double[] doubles = new double[length];
        for (int i = 0; i < length; i++) {
            long value = random.nextLong();
            booleans[i] = value < 0;
            bytes[i] = (byte) value;
            chars[i] = (char) value;
            shorts[i] = (short) value;
            ints[i] = (int) value;
            longs[i] = value;
            floats[i] = random.nextFloat();
            doubles[i] = random.nextDouble();
        }
        return Stream.of(booleans, bytes, chars, shorts, ints, longs, floats, doubles);
    }
}
