package tutti.messaging;

import static tutti.messaging.LoadClock.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** The roads of a job whose processes reach each other through {@link Relay}s, one for each process that is called. */
final class Relays implements UnaryOperator<InetSocketAddress>, AutoCloseable {
    private final Map<Integer, Relay> relays = new ConcurrentHashMap<>();
    private final LongSupplier lives;
    private final Weather weather;

    Relays(LongSupplier lives) {
        this(lives, Weather.CALM);
    }

    Relays(LongSupplier lives, Weather weather) {
        this.lives = lives;
        this.weather = weather;
    }

    @Override
    public InetSocketAddress apply(InetSocketAddress address) {
        Relay relay = to(address.getPort());
        return InetSocketAddress.createUnresolved(
                InetAddress.getLoopbackAddress().getHostAddress(), relay.port());
    }

    /** Returns the relay to a process' port, at which it listens by then. */
    Relay to(int port) {
        return relays.computeIfAbsent(port, target -> {
            await().until(() -> isOpen(target));
            return new Relay(target, lives, weather);
        });
    }

    private static boolean isOpen(int port) throws IOException {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    void forEach(Consumer<Relay> action) {
        relays.values().forEach(action);
    }

    /** Returns how many connections have been cut. */
    int cuts() {
        return relays.values().stream().mapToInt(Relay::cuts).sum();
    }

    @Override
    public void close() {
        forEach(Relay::close);
    }
}
