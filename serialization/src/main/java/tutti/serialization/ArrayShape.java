package tutti.serialization;

/**
 * Type and number of elements of a primitive array.
 *
 * @param length number of elements
 */
public record ArrayShape(ElementType type, long length) {}
