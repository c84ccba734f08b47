package tutti.bench;

import tutti.serialization.DirectBuffer;

/**
 * Consecutive elements of an array or a memory segment, seen as a buffer.
 *
 * @param <A> type of the array, or of the segment
 * @param whole the whole array, of which this may be one of several equal parts
 */
record View<A>(A array, int offset, DirectBuffer buffer, DirectBuffer whole) {}
