package ibis.mpj;

import mpi.MPIException;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** Calls the package {@code mpi}: what fails there is this API's exception. */
final class Calls {
    private Calls() {}

    /** A call with a result. */
    interface Call<T extends @Nullable Object> {
        T make() throws MPJException;
    }

    /** A call without one. */
    interface Action {
        void run() throws MPJException;
    }

    static <T extends @Nullable Object> T call(Call<T> call) throws MPJException {
        try {
            return call.make();
        } catch (MPIException e) {
            throw new MPJException(e.getMessage(), e);
        } catch (NullPointerException e) { // of an argument that is unwrapped here
            throw new MPJException(ErrorClass.ARG + ": " + MpiFailure.textOf(e), e);
        }
    }

    static void run(Action action) throws MPJException {
        call(() -> {
            action.run();
            return true;
        });
    }

    /** Returns a source as the package {@code mpi} knows it. */
    static int source(int source) throws MPJException {
        return known("source", ErrorClass.RANK, source, MPJ.ANY_SOURCE, mpi.MPI.ANY_SOURCE);
    }

    /** Returns the tag of a receive as the package {@code mpi} knows it. */
    static int tag(int tag) throws MPJException {
        return known("tag", ErrorClass.TAG, tag, MPJ.ANY_TAG, mpi.MPI.ANY_TAG);
    }

    private static int known(String role, ErrorClass errorClass, int number, int any, int anyThere)
            throws MPJException {
        if (number == anyThere) {
            throw new MPJException("%s: no such %s: %s=%d".formatted(errorClass, role, role, number));
        }
        return number == any ? anyThere : number;
    }
}
