package tutti.jgf.section2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The block cipher IDEA: 64-bit blocks of four words, 8 rounds and a half, 52 subkeys (Lai and Massey 1990,
 * doi:10.1007/3-540-46877-3_35).
 *
 * <p>Words are stored low byte first, as in the suite. Multiplication is that of the cipher, modulo 65537 with 0 for
 * 65536.
 */
final class Idea {
    static final int BLOCK_BYTES = 8;
    static final int KEY_WORDS = 8;

    private static final int ROUNDS = 8;
    private static final int KEYS_PER_ROUND = 6;
    private static final int KEYS = ROUNDS * KEYS_PER_ROUND + 4;
    private static final int WORD = 0xffff;
    private static final int WORD_BITS = 16;
    private static final int MODULUS = 0x10001;
    private static final VarHandle BLOCKS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] encryption;
    private final int[] decryption;

    private Idea(int[] encryption) {
        this.encryption = encryption;
        decryption = inverse(encryption);
    }

    /** Returns the cipher with a key of {@value #KEY_WORDS} words. */
    static Idea withKey(short[] key) {
        return new Idea(expand(key));
    }

    /** Encrypts whole blocks. */
    void encrypt(byte[] plain, byte[] encrypted) {
        transform(plain, encrypted, encryption);
    }

    /** Decrypts whole blocks. */
    void decrypt(byte[] encrypted, byte[] plain) {
        transform(encrypted, plain, decryption);
    }

    /**
     * Takes 16 bits for each subkey; after every eight of them the 128 bits of the key are rotated by 25 to the left.
     */
    private static int[] expand(short[] key) {
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            if (i < KEY_WORDS) {
                keys[i] = key[i] & WORD;
            } else {
                int eight = i - i % KEY_WORDS - KEY_WORDS; // the first of the eight before
                int high = keys[eight + (i + 1) % KEY_WORDS];
                int low = keys[eight + (i + 2) % KEY_WORDS];
                keys[i] = ((high << 9) | (low >>> 7)) & WORD;
            }
        }
        return keys;
    }

    /** Returns the subkeys that undo what others do: theirs in the opposite order, each inverted. */
    private static int[] inverse(int[] keys) {
        int[] inverse = new int[KEYS];
        for (int round = 0; round <= ROUNDS; round++) {
            int to = round * KEYS_PER_ROUND;
            int from = (ROUNDS - round) * KEYS_PER_ROUND;
            boolean atEnd = round == 0 || round == ROUNDS; // elsewhere the middle words are swapped
            inverse[to] = reciprocal(keys[from]);
            inverse[to + 1] = -keys[from + (atEnd ? 1 : 2)] & WORD;
            inverse[to + 2] = -keys[from + (atEnd ? 2 : 1)] & WORD;
            inverse[to + 3] = reciprocal(keys[from + 3]);
            if (round < ROUNDS) {
                inverse[to + 4] = keys[from - 2];
                inverse[to + 5] = keys[from - 1];
            }
        }
        return inverse;
    }

    /** Raises to the power 65535, which is the inverse modulo the prime 65537. */
    private static int reciprocal(int word) {
        int result = 1;
        int square = word;
        for (int bit = 0; bit < WORD_BITS; bit++) {
            result = multiply(result, square);
            square = multiply(square, square);
        }
        return result;
    }

    private static void transform(byte[] from, byte[] to, int[] keys) {
        for (int at = 0; at < from.length; at += BLOCK_BYTES) {
            BLOCKS.set(to, at, transform((long) BLOCKS.get(from, at), keys));
        }
    }

    private static long transform(long block, int[] keys) {
        int a = (int) block & WORD;
        int b = (int) (block >>> WORD_BITS) & WORD;
        int c = (int) (block >>> (2 * WORD_BITS)) & WORD;
        int d = (int) (block >>> (3 * WORD_BITS)) & WORD;
        int k = 0;
        for (int round = 0; round < ROUNDS; round++) {
            a = multiply(a, keys[k]);
            b = b + keys[k + 1] & WORD;
            c = c + keys[k + 2] & WORD;
            d = multiply(d, keys[k + 3]);
            int e = multiply(a ^ c, keys[k + 4]);
            int f = multiply((b ^ d) + e & WORD, keys[k + 5]);
            e = e + f & WORD;
            a ^= f;
            d ^= e;
            int swapped = b ^ e;
            b = c ^ f;
            c = swapped;
            k += KEYS_PER_ROUND;
        }
        a = multiply(a, keys[k]);
        int last = b;
        b = c + keys[k + 1] & WORD;
        c = last + keys[k + 2] & WORD;
        d = multiply(d, keys[k + 3]);
        return ((long) d << (3 * WORD_BITS)) | ((long) c << (2 * WORD_BITS)) | ((long) b << WORD_BITS) | a;
    }

    /** Multiplies modulo 65537; 2^16 is -1 there, so the high half of the product is subtracted from the low one. */
    private static int multiply(int x, int y) {
        int product = x * y;
        if (product == 0) { // a factor stands for 65536, which is -1
            return MODULUS - x - y & WORD;
        }
        int low = product & WORD;
        int high = product >>> WORD_BITS;
        return low - high + (low < high ? 1 : 0) & WORD;
    }
}
