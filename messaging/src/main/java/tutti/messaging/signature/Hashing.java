package tutti.messaging.signature;

/** Numbers by which members compare what they say: the same for the same, else hardly ever. */
public final class Hashing {
    private Hashing() {}

    /**
     * Spreads the bits of a number (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014,
     * doi:10.1145/2660193.2660195).
     */
    public static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns the hash of a text. */
    public static long of(String text) {
        return of(text.chars().toArray());
    }

    /** Returns the hash of some numbers in their order. */
    public static long of(int... values) {
        long hash = values.length;
        for (int value : values) {
            hash = mix(hash + value);
        }
        return hash;
    }
}
