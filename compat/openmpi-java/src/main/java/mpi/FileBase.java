package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** Finds what a rank has open, and lets the file's error handler see what fails. */
abstract class FileBase {
    private final OpenFile open;
    private volatile boolean closed;

    FileBase(OpenFile open) {
        this.open = open;
    }

    /** What a call does. */
    interface Action<T extends @Nullable Object> {
        T on(OpenFile open) throws MPIException;
    }

    final <T extends @Nullable Object> T call(String name, Action<T> action) throws MPIException {
        State.current();
        try {
            if (closed) {
                throw new MpiFailure(ErrorClass.FILE, "file was closed");
            }
            return action.on(open);
        } catch (RuntimeException e) {
            throw open.place().failed(name, e);
        }
    }

    final void closed() {
        closed = true;
    }

    final OpenFile open() {
        return open;
    }
}
