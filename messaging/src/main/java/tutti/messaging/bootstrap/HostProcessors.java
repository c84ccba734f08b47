package tutti.messaging.bootstrap;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import tutti.messaging.proto.Peer;

/**
 * The processors of a host on which processes of a job may run.
 *
 * <p>A JVM that is bound to some of them counts only these. So each process says to which it is bound, and all of one
 * host together have those of any. Containers and {@code -XX:ActiveProcessorCount} limit a JVM to a number of
 * processors, whichever they are: such a JVM counts for itself.
 */
public final class HostProcessors {
    /** Linux numbers them up to 8191 at most. */
    static final int MOST_BYTES = 1024;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private HostProcessors() {}

    /** Returns those of this process as bits, or none if the system does not tell or the JVM counts others. */
    static ByteString ofThisProcess() {
        BitSet allowed = allowed();
        return allowed.cardinality() == Runtime.getRuntime().availableProcessors()
                ? ByteString.copyFrom(allowed.toByteArray())
                : ByteString.EMPTY;
    }

    private static BitSet allowed() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                    .orElseGet(BitSet::new);
        } catch (IOException e) {
            return new BitSet(); // not Linux
        }
    }

    /** Reads a list of the kernel, such as {@code 0-3,8,10-11}. */
    public static BitSet parse(String list) {
        BitSet processors = new BitSet();
        for (String range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            processors.set(first, last + 1);
        }
        return processors;
    }

    /**
     * Returns how many processors the processes of a host have together.
     *
     * @param processes of the job
     * @param process one of that host, which asks
     */
    public static int count(List<Peer> processes, int process) {
        Peer self = processes.get(process);
        if (self.getProcessors().isEmpty()) {
            return Runtime.getRuntime().availableProcessors();
        }
        BitSet together = new BitSet();
        processes.stream()
                .filter(peer -> peer.getHost().equals(self.getHost()))
                .forEach(peer -> together.or(BitSet.valueOf(peer.getProcessors().asReadOnlyByteBuffer())));
        return together.cardinality();
    }
}
