package mpi;

/** What a program frees when it does not need it any more. Not to do so is harmless. */
public interface Freeable {
    /** Frees it. */
    void free() throws MPIException;
}
