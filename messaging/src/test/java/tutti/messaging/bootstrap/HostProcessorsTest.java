package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.proto.Peer;

/** Processes that are bound to some processors of a host count those of all of them. */
class HostProcessorsTest {
    private static final int OF_JVM = Runtime.getRuntime().availableProcessors();

    @ParameterizedTest
    @CsvSource({"'', {}", "0, {0}", "'0-3,8,10-11', '{0, 1, 2, 3, 8, 10, 11}'", "8191, {8191}"})
    void shouldReadTheKernelsLists(String list, String processors) {
        assertThat(HostProcessors.parse(list)).hasToString(processors);
    }

    @Test
    void shouldTellThoseOfThisProcess() {
        ByteString own = HostProcessors.ofThisProcess();
        assertThat(own.size()).isLessThanOrEqualTo(HostProcessors.MOST_BYTES);
        assertThat(count(0, on("n1", own))).isEqualTo(OF_JVM);
    }

    @Test
    void shouldCountEachProcessorOfAHostOnce() {
        Peer[] peers = {on("n1", "0-1"), on("n2", "0-63"), on("n1", "1-2"), on("n1", "9")};
        assertThat(count(0, peers)).isEqualTo(4);
        assertThat(count(1, peers)).isEqualTo(64);
        assertThat(count(3, peers)).isEqualTo(4);
    }

    @Test
    void shouldCountThoseOfTheJvmIfTheSystemDoesNotTell() {
        Peer[] peers = {on("n1", ""), on("n1", "0-63")};
        assertThat(count(0, peers)).isEqualTo(OF_JVM);
        assertThat(count(1, peers)).isEqualTo(64);
    }

    private static int count(int process, Peer... peers) {
        List<Peer> all = IntStream.range(0, peers.length)
                .mapToObj(index -> peers[index].toBuilder().setProcess(index).build())
                .toList();
        return HostProcessors.count(all, process);
    }

    private static Peer on(String host, String processors) {
        return on(host, ByteString.copyFrom(HostProcessors.parse(processors).toByteArray()));
    }

    private static Peer on(String host, ByteString processors) {
        return Peer.newBuilder().setHost(host).setProcessors(processors).build();
    }
}
