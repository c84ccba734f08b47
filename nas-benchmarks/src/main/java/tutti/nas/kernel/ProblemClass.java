package tutti.nas.kernel;

/** The suite's classes of problems, in order of size; which numbers they mean, each kernel knows. */
public enum ProblemClass {
    S,
    W,
    A,
    B
}
