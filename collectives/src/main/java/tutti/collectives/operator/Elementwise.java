package tutti.collectives.operator;

/**
 * An operator that combines arrays and buffers element by element, and writes into its left argument only.
 *
 * <p>So an algorithm may cut its arguments into pieces, and read the right one where it lies.
 */
public interface Elementwise {

    /** Returns the name of the operator as users write it. */
    String name();

    /** Returns whether the operator combines arrays of a class, and buffers of the same elements. */
    boolean appliesTo(Class<?> arrayClass);
}
