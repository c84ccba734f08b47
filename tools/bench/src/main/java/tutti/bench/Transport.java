package tutti.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/** What Tutti's members communicate through. */
public enum Transport {
    /** The memory of one JVM. */
    LOCAL,
    /** Memory that the JVMs of a host share. */
    SHARED_MEMORY,
    /** gRPC over TCP. */
    GRPC,
    /** Open MPI, between JVMs that its launcher starts. */
    MPI,
    /** MPICH in the same way. */
    MPICH;

    /** Finds a transport by its name on the command line. */
    static Transport of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns why there can be no such job in so many JVMs, or null. */
    public @Nullable String refusal(int jvms) {
        return (this == LOCAL) == (jvms == 1)
                ? null
                : "transport=local is for one JVM, the others are for two or more: transport=%s jvms=%d; correct --transport or --jvms"
                        .formatted(this, jvms);
    }

    /** Returns why there can be no such jobs on this machine, or null. */
    public @Nullable String refusal() {
        MpiTools tools = mpi();
        return tools == null ? null : tools.refusalToRun("transport=" + this);
    }

    /** Returns the transport by a library. */
    static Transport over(MpiTools tools) {
        return Arrays.stream(values())
                .filter(transport -> transport.mpi() == tools)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the library that carries the messages, or null. */
    @Nullable
    MpiTools mpi() {
        return switch (this) {
            case LOCAL, SHARED_MEMORY, GRPC -> null;
            case MPI -> MpiTools.OPEN_MPI;
            case MPICH -> MpiTools.MPICH;
        };
    }

    /** Returns the arguments by which a job uses this. */
    List<String> arguments() {
        return switch (this) {
            case LOCAL -> List.of();
            case SHARED_MEMORY, GRPC -> List.of("--tutti-transport=" + this);
            case MPI, MPICH -> List.of("--tutti-device=mpi", "--tutti-transport=network");
        };
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a name on the command line. */
    public static final class Reader implements ITypeConverter<Transport> {
        /** Made by the command line. */
        public Reader() {}

        @Override
        public Transport convert(String value) {
            return Words.find("transport", value, Transport.values());
        }
    }
}
