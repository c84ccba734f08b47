package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;

/**
 * Each member sends straight to its neighbors, and receives from those whose neighbor it is (MPI 4.1, section 8.6).
 *
 * <p>Several messages from one member to another arrive in the order of sending, and are received in the order of
 * {@link Neighbors#receiveOrder}. Buffers travel in segments, one for each neighbor in turn, so that no member waits to
 * send while another waits for it.
 */
public final class NeighborExchange {
    private NeighborExchange() {}

    /**
     * Exchanges values.
     *
     * @param values one for each destination; all are captured before the first is sent
     * @return one of each source; null where there is none
     */
    public static List<@Nullable Object> run(
            Peers peers, Neighbors neighbors, List<? extends @Nullable Object> values) {
        List<@Nullable Payload> captured = new ArrayList<@Nullable Payload>();
        for (int edge = 0; edge < neighbors.destinations(); edge++) {
            captured.add(neighbors.hasDestination(edge) ? peers.capture(values.get(edge)) : null);
        }
        for (int edge = 0; edge < neighbors.destinations(); edge++) {
            Payload payload = captured.get(edge);
            if (payload != null) {
                peers.send(neighbors.destination(edge), payload);
            }
        }
        @Nullable Object[] received = new Object[neighbors.sources()];
        for (int edge : neighbors.receiveOrder()) {
            received[edge] = peers.receive(neighbors.source(edge)).take();
        }
        List<@Nullable Object> bySource = new ArrayList<@Nullable Object>();
        for (Object value : received) {
            bySource.add(value);
        }
        return bySource;
    }

    /**
     * Exchanges elements.
     *
     * @param sendBlocks one for each destination
     * @param receiveBlocks one for each source; those without a source keep their elements
     */
    public static void run(
            Peers peers,
            Neighbors neighbors,
            DirectBuffer send,
            Blocks sendBlocks,
            DirectBuffer receive,
            Blocks receiveBlocks) {
        boolean isSending = true;
        boolean isReceiving = true;
        for (long segment = 0; isSending || isReceiving; segment++) {
            isSending = false;
            for (int edge = 0; edge < neighbors.destinations(); edge++) {
                DirectBuffer block = BlockViews.of(sendBlocks, send, edge);
                if (neighbors.hasDestination(edge) && segment < Segments.count(block)) {
                    peers.send(neighbors.destination(edge), Segments.of(block, segment));
                    isSending = true;
                }
            }
            isReceiving = false;
            for (int edge : neighbors.receiveOrder()) {
                DirectBuffer block = BlockViews.of(receiveBlocks, receive, edge);
                if (segment < Segments.count(block)) {
                    peers.receive(neighbors.source(edge), Segments.of(block, segment));
                    isReceiving = true;
                }
            }
        }
    }
}
