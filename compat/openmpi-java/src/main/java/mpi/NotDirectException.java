package mpi;

/** A call that does not block has got a buffer on the heap. */
final class NotDirectException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NotDirectException(String call) {
        super("%s takes direct buffers only; make one with MPI.newByteBuffer, newIntBuffer, …".formatted(call));
    }
}
