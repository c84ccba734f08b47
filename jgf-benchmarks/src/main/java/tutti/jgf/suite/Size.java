package tutti.jgf.suite;

/** Sizes of a problem; which numbers they mean, each benchmark knows. */
public enum Size {
    A,
    B,
    C
}
