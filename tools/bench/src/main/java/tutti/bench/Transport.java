package tutti.bench;

import java.util.List;
import java.util.Locale;

/** What Tutti's members communicate through. */
public enum Transport {
    /** The memory of one JVM. */
    LOCAL,
    /** Memory that the JVMs of a host share. */
    SHARED_MEMORY,
    /** gRPC over TCP. */
    GRPC,
    /** An installed MPI library, between JVMs that its launcher starts. */
    MPI;

    /** Finds a transport by its name on the command line. */
    static Transport of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the arguments by which a job uses this. */
    List<String> arguments() {
        return switch (this) {
            case LOCAL -> List.of();
            case SHARED_MEMORY, GRPC -> List.of("--tutti-transport=" + this);
            case MPI -> List.of("--tutti-device=mpi", "--tutti-transport=network");
        };
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
