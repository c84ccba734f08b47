package tutti.examples.support;

/** What a program has found. */
public interface Solution {
    /** Returns how long it took. */
    Times times();

    /** Returns a hash of the result's bits. */
    long checksum();
}
