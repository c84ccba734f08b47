package tutti.bench;

import com.google.gson.Gson;

/**
 * What one system needs to encode a value and to decode it; the components are the names in JSON.
 *
 * @param value what is encoded
 * @param encode microseconds, the median of all blocks
 * @param decode microseconds, the same
 * @param bytes length of the encoding
 */
record CodecCost(String value, String system, double encode, double decode, long bytes) {
    /** Returns this as {@link #of} reads it. */
    String line() {
        return new Gson().toJson(this);
    }

    /** Returns what {@link #line} has written. */
    static CodecCost of(String line) {
        return new Gson().fromJson(line, CodecCost.class);
    }
}
