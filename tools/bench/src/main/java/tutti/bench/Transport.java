package tutti.bench;

import java.util.Locale;

/** What Tutti's members communicate through. */
enum Transport {
    /** The memory of one JVM. */
    LOCAL,
    /** Memory that the JVMs of a host share. */
    SHARED_MEMORY,
    /** gRPC over TCP. */
    GRPC;

    /** Finds a transport by its name on the command line. */
    static Transport of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
