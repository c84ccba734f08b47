package tutti.serialization;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A program that carries more than 2 GiB through the codec, and says what memory that took. */
final class LargeGraph {
    private static final int PARTS = 33;
    private static final int PART_BYTES = 64 << 20;

    private LargeGraph() {}

    public static void main(String[] args) {
        Codec codec = new ObjectCodec();
        Encoded encoded = codec.encode("graph".equals(args[0]) ? listOfArrays() : doubles());
        check(encoded.lengthBytes() > Integer.MAX_VALUE, "shorter than 2 GiB");
        Object decoded = codec.decode(encoded);
        if (decoded instanceof double[] array) {
            MemorySegment expected = MemorySegment.ofArray(doubles());
            check(MemorySegment.ofArray(array).mismatch(expected) == -1, "doubles differ");
        } else {
            List<?> list = (List<?>) decoded;
            check(list.size() == PARTS, "arrays are missing");
            for (int i = 0; i < PARTS; i++) {
                MemorySegment expected = MemorySegment.ofArray(part(i));
                check(MemorySegment.ofArray((byte[]) list.get(i)).mismatch(expected) == -1, "bytes differ");
            }
        }
        System.out.printf("encodedBytes=%d%n", encoded.lengthBytes());
    }

    private static List<byte[]> listOfArrays() {
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            list.add(part(i));
        }
        return list;
    }

    private static byte[] part(int number) {
        byte[] part = new byte[PART_BYTES];
        for (int i = 0; i < part.length; i++) {
            part[i] = (byte) (i * 31 + number);
        }
        return part;
    }

    private static double[] doubles() {
        double[] doubles = new double[(1 << 28) + 1];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = i * 0.5;
        }
        return doubles;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
