package tutti.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much of the paper is measured, and how.
 *
 * @param isQuick whether a few samples are enough
 * @param scale by which the sizes of the paper's programs are multiplied
 * @param members numbers of members of Tables 2 to 6 and Figure 8, ascending
 * @param speedUpMembers the same of Figures 9 to 11
 * @param jvms over which members are spread, if there are so many
 * @param transports by which these JVMs exchange messages
 * @param jvmOptions of every JVM that is measured
 * @param sources folder of the examples' packages; null if it is not known
 */
record Scope(
        boolean isQuick,
        double scale,
        List<Integer> members,
        List<Integer> speedUpMembers,
        int jvms,
        List<String> transports,
        List<String> jvmOptions,
        @Nullable Path sources) {

    /** The transport inside one JVM. */
    static final String LOCAL = "local";

    /** Those of messages that an MPI library carries, between JVMs that its launcher starts. */
    private static final List<String> OF_MPI = List.of("mpi", "mpich");

    /** Returns a size of the paper's programs, scaled. */
    int scaled(int size) {
        return Math.max(2, (int) Math.round(size * scale));
    }

    int jvmsOf(int memberCount) {
        return Math.min(jvms, memberCount);
    }

    /** Returns the command that measures an operation on arrays of ints of some size. */
    List<String> bench(String benchmark, String transport, int ofJvms, List<Integer> ofMembers, List<Integer> bytes) {
        return bench(benchmark, "ints", transport, ofJvms, ofMembers, bytes);
    }

    /** Returns the command that measures an operation on values of some kind and size. */
    List<String> bench(
            String benchmark,
            String payload,
            String transport,
            int ofJvms,
            List<Integer> ofMembers,
            List<Integer> bytes) {
        List<String> command = new ArrayList<>(List.of("bench", benchmark, "--payload", payload, "--format", "json"));
        boolean isLocal = ofJvms == 1 || transport.equals(LOCAL);
        command.addAll(List.of("--transport", isLocal ? LOCAL : transport));
        command.addAll(List.of("--jvms", isLocal ? "1" : Integer.toString(ofJvms)));
        command.addAll(List.of("--members", Words.list(ofMembers)));
        if (!bytes.isEmpty()) {
            command.addAll(List.of("--sizes", Words.list(bytes)));
        }
        command.addAll(
                isQuick
                        ? List.of("--warmup", "0.05", "--blocks", "3", "--block-millis", "10")
                        : List.of("--warmup", "0.5", "--blocks", "9"));
        jvmOptions.forEach(option -> command.add("-J" + option));
        return command;
    }

    /** Returns the arguments by which a measurement over a transport has a peer beside it, which needs two JVMs. */
    static Stream<String> beside(String transport, String peer) {
        return transport.equals(LOCAL) ? Stream.of() : Stream.of("--peer", peer);
    }

    /** Returns the transport beside which peers are measured: the last one between JVMs, if there is any. */
    String transportOfPeers() {
        return transports.reversed().stream()
                .filter(each -> !each.equals(LOCAL))
                .findFirst()
                .orElse(LOCAL);
    }

    /**
     * Returns the command that runs a program whose members communicate through a transport.
     *
     * @param mainClass the program's class, which an MPI library's launcher needs: {@code tutti run} is none
     */
    List<String> runOver(String transport, int memberCount, String program, Class<?> mainClass, String... arguments) {
        if (transport.equals(LOCAL) || jvmsOf(memberCount) == 1) {
            return runIn(1, memberCount, program, arguments);
        }
        if (isOfMpi(transport)) {
            return MpiRun.command(transport, memberCount, jvmsOf(memberCount), jvmOptions, mainClass, arguments);
        }
        return run(
                memberCount,
                program,
                Stream.concat(Stream.of("--tutti-transport=" + transport), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    static boolean isOfMpi(String transport) {
        return OF_MPI.contains(transport);
    }

    /** Returns the command that runs a program. */
    List<String> run(int memberCount, String program, String... arguments) {
        return runIn(jvmsOf(memberCount), memberCount, program, arguments);
    }

    /** Returns the command that runs a program in some JVMs. */
    List<String> runIn(int ofJvms, int memberCount, String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of("run", "-n", Integer.toString(memberCount)));
        command.addAll(List.of("--jvms", Integer.toString(ofJvms)));
        jvmOptions.forEach(option -> command.add("-J" + option));
        command.add(program);
        command.addAll(List.of(arguments));
        return command;
    }
}
