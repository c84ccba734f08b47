package mpi;

import tutti.mpi.ErrorClass;

/** What this API does not do yet. */
final class Missing {
    private Missing() {}

    static MPIException names(String call) {
        return of(call, "no names of services: send the name of the port in a message");
    }

    static MPIException spawn(String call) {
        return of(call, "no process joins a running job: start it with all its ranks");
    }

    private static MPIException of(String call, String why) {
        return State.failed(call, ErrorClass.UNSUPPORTED_OPERATION, "not there yet: " + why);
    }
}
