package tutti.collectives;

import java.io.Serializable;

/**
 * A value and the place it came from, for {@link Reductions#minLocation} and {@link Reductions#maxLocation}.
 *
 * @param value the value that is compared
 * @param index where it was found; any number that the caller gives a meaning, often a rank
 * @param <T> type of the value
 */
public record Located<T extends Comparable<? super T> & Serializable>(T value, int index) implements Serializable {}
