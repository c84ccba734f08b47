package mpi;

import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** Finds a rank's place in a window, and lets the window's error handler see what fails. */
abstract class WinBase {
    private final OpenWindow open;
    private volatile boolean freed;

    WinBase(OpenWindow open) {
        this.open = open;
    }

    /** What a call does. */
    interface Action<T extends @Nullable Object> {
        T on(OpenWindow open) throws MPIException;
    }

    /** What a call does that returns nothing. */
    interface Work {
        void on(OpenWindow open) throws MPIException;
    }

    final <T extends @Nullable Object> T call(String name, Action<T> action) throws MPIException {
        State.current();
        try {
            if (freed) {
                throw new MpiFailure(ErrorClass.WIN, "window was freed");
            }
            return action.on(open);
        } catch (IllegalStateException e) { // a call in the wrong epoch
            throw open.place().failed(name, new MpiFailure(ErrorClass.RMA_SYNC, String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            throw open.place().failed(name, e);
        }
    }

    final void run(String name, Work work) throws MPIException {
        call(name, open -> {
            work.on(open);
            return null;
        });
    }

    final void freed() {
        freed = true;
    }
}
