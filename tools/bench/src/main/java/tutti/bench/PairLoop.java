package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tutti.group.PersistentRequest;
import tutti.group.Request;

/** Messages and accesses to a window between the members of a pair. */
final class PairLoop<T> extends Loop<T> {
    /** Both members of a pair send so much before either receives. */
    private static final int EXCHANGED_BYTES = 1 << 20;

    PairLoop(Block block, Content<T> content, Operations<T> operations) {
        super(block, content, operations);
        if (block.benchmark() == Benchmark.GET) {
            operations.put(content.stamped(values.getFirst(), rank), rank);
        }
    }

    @Override
    void iterate() {
        switch (block.benchmark()) {
            case LATENCY -> pingPong(() -> operations.receive(1 - rank));
            case LATENCY_STRIDED -> pingPong(() -> operations.receive(1 - rank));
            case LATENCY_ANY_SOURCE -> pingPong(operations::receiveFromAny);
            case LATENCY_NONBLOCKING -> startedPingPong();
            case LATENCY_PERSISTENT -> preparedPingPong();
            case BANDWIDTH, MESSAGE_RATE -> streams();
            case BANDWIDTH_NONBLOCKING -> startedStreams();
            case BIBANDWIDTH -> exchanges();
            case PUT -> puts();
            case GET -> gets();
            default -> throw new IllegalArgumentException("of no pair: benchmark=" + block.benchmark());
        }
    }

    private void pingPong(Supplier<T> receive) {
        T mine = values.getFirst();
        int peer = 1 - rank;
        for (int k = 0; k < iterations; k = ended(k)) {
            if (rank == 0) {
                operations.send(content.stamped(mine, k), peer);
                accept(receive.get(), 0, peer, k);
            } else {
                accept(receive.get(), 0, peer, k);
                operations.send(content.stamped(mine, (long) k + rank), peer);
            }
        }
    }

    private void startedPingPong() {
        T mine = values.getFirst();
        int peer = 1 - rank;
        for (int k = 0; k < iterations; k = ended(k)) {
            Request<?> receive = operations.startReceive(peer, 0);
            if (rank == 0) {
                Request<?> send = operations.startSend(content.stamped(mine, k), peer);
                accept(operations.awaitReceived(receive, 0), 0, peer, k);
                var _ = send.await();
            } else {
                accept(operations.awaitReceived(receive, 0), 0, peer, k);
                var _ = operations
                        .startSend(content.stamped(mine, (long) k + rank), peer)
                        .await();
            }
        }
    }

    private void preparedPingPong() {
        T mine = values.getFirst(); // a buffer, which a stamp changes in place
        int peer = 1 - rank;
        PersistentRequest<?> send = operations.prepareSend(mine, peer);
        PersistentRequest<?> receive = operations.prepareReceive(peer);
        for (int k = 0; k < iterations; k = ended(k)) {
            Request<?> started = receive.start();
            if (rank == 0) {
                var _ = content.stamped(mine, k);
                var _ = send.start();
                accept(operations.awaitReceived(started, 0), 0, peer, k);
                var _ = send.await();
            } else {
                accept(operations.awaitReceived(started, 0), 0, peer, k);
                var _ = content.stamped(mine, (long) k + rank);
                var _ = send.run();
            }
        }
    }

    /** The lower half sends to the upper half. */
    private void streams() {
        int pairs = size / 2;
        boolean sends = rank < pairs;
        int peer = sends ? rank + pairs : rank - pairs;
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            if (sends) {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    operations.send(content.stamped(mine, (long) k + message + rank), peer);
                }
                operations.awaitSignal(peer);
            } else {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    accept(operations.receive(peer), 0, peer, (long) k + message);
                }
                operations.signal(peer);
            }
        }
    }

    /** All messages of a window are under way together. */
    private void startedStreams() {
        int peer = 1 - rank;
        List<Request<?>> requests = new ArrayList<>(Benchmark.WINDOW);
        for (int k = 0; k < iterations; k = ended(k)) {
            requests.clear();
            for (int message = 0; message < Benchmark.WINDOW; message++) {
                if (rank == 0) {
                    T value = content.stamped(values.get(message), (long) k + message);
                    values.set(message, value);
                    requests.add(operations.startSend(value, peer));
                } else {
                    requests.add(operations.startReceive(peer, message));
                }
            }
            Request.awaitAll(requests);
            if (rank == 0) {
                operations.awaitSignal(peer);
            } else {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    accept(operations.awaitReceived(requests.get(message), message), 0, peer, (long) k + message);
                }
                operations.signal(peer);
            }
        }
    }

    private void exchanges() {
        int peer = 1 - rank;
        int together = Math.clamp(EXCHANGED_BYTES / block.bytes(), 1, Benchmark.WINDOW);
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            for (int first = 0; first < Benchmark.WINDOW; first += together) {
                int end = Math.min(first + together, Benchmark.WINDOW);
                for (int message = first; message < end; message++) {
                    operations.send(content.stamped(mine, (long) k + message + rank), peer);
                }
                for (int message = first; message < end; message++) {
                    accept(operations.receive(peer), 0, peer, (long) k + message);
                }
            }
        }
    }

    private void puts() {
        if (rank == 0) {
            T mine = values.getFirst();
            for (int k = 0; k < iterations; k = ended(k)) {
                operations.put(content.stamped(mine, k), 1);
            }
            operations.signal(1);
        } else {
            operations.awaitSignal(0);
            accept(operations.get(rank), 0, 0, iterations - 1L);
        }
    }

    private void gets() {
        if (rank == 0) {
            for (int k = 0; k < iterations; k = ended(k)) {
                accept(operations.get(1), 0, 1, 0);
            }
            operations.signal(1);
        } else {
            operations.awaitSignal(0);
        }
    }
}
