package tutti.messaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A stretch of network between two processes, which can be cut, fall silent, and come back, and which may be slow. */
public final class Relay implements AutoCloseable {
    /** No connection is cut by itself. */
    static final long ENDLESS = Long.MAX_VALUE;

    private static final int MOST_RECORDED = 64 << 10; // of each connection: a test may send gigabytes

    private final ServerSocket door;
    private final Weather weather;
    private final Set<Pipe> pipes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int target;
    private volatile LongSupplier lives;
    private volatile boolean down;
    private volatile boolean silentForGood;
    private volatile Duration hesitation = Duration.ZERO;
    private final List<ByteArrayOutputStream> requests = new CopyOnWriteArrayList<>();
    private final List<ByteArrayOutputStream> answers = new CopyOnWriteArrayList<>();

    /**
     * Makes a relay to a port on loopback.
     *
     * @param lives gives for each connection after how many bytes it is cut
     */
    Relay(int target, LongSupplier lives, Weather weather) {
        this.target = target;
        this.lives = lives;
        this.weather = weather;
        try {
            door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Makes a relay to a port on loopback that cuts no connection by itself. */
    public static Relay to(int port) {
        return new Relay(port, () -> ENDLESS, Weather.CALM);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Returns how many connections there have been that {@link #cut} would have cut from then on. */
    int connected() {
        return connected.get();
    }

    /** Returns how many connections have been cut. */
    int cuts() {
        return cuts.get();
    }

    /** Returns what a watcher of this stretch has seen of each connection so far: the bytes to the target. */
    List<byte[]> recorded() {
        return requests.stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    /** Returns whether the target has sent a text by one of the connections. */
    public boolean hasAnswered(String text) {
        return answers.stream()
                .anyMatch(each -> each.toString(StandardCharsets.ISO_8859_1).contains(text));
    }

    /** From now on connections live for so many bytes. */
    void live(LongSupplier newLives) {
        lives = newLives;
    }

    /** From now on connections go to another port. */
    void lead(int newTarget) {
        target = newTarget;
    }

    /** Cuts all connections; new ones can be made. */
    public void cut() {
        pipes.forEach(Pipe::cut);
    }

    /** Cuts all connections, and each new one as soon as it is made. */
    void goDown() {
        down = true;
        cut();
    }

    void comeBack() {
        down = false;
    }

    /** Lets no byte through that comes by the connections there are, and does not tell. */
    void silence() {
        pipes.forEach(pipe -> pipe.silent = true);
    }

    /** From now on the other end of a new connection is so busy that nothing passes for some time. */
    void hesitate(Duration time) {
        hesitation = time;
    }

    /** Lets no byte through any more, also by new connections, and does not tell. */
    void silenceForGood() {
        silentForGood = true;
        silence();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket from = door.accept();
                from.setTcpNoDelay(true);
                if (down) {
                    reset(from);
                    continue;
                }
                connect(from);
            } catch (SocketException e) {
                // the door is closed
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void connect(Socket from) throws IOException {
        try {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
            to.setTcpNoDelay(true);
            Pipe pipe = new Pipe(from, to, lives.getAsLong());
            pipes.add(pipe);
            connected.incrementAndGet();
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            requests.add(request);
            Thread.ofVirtual().start(() -> pipe.carry(from, to, request));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answers.add(answer);
            Thread.ofVirtual().start(() -> pipe.carry(to, from, answer));
        } catch (ConnectException e) {
            reset(from); // no one listens at the target
        }
    }

    /** Ends a connection without a proper end, as a host that has lost it does. */
    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // ended already
        }
    }

    /** Refuses connections from now on, as the host of a process does that has ended. */
    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    /** One connection. */
    private final class Pipe {
        private final Socket one;
        private final Socket other;
        private final AtomicLong left;
        private volatile boolean silent;

        Pipe(Socket one, Socket other, long life) {
            this.one = one;
            this.other = other;
            left = new AtomicLong(life);
        }

        void carry(Socket from, Socket to, ByteArrayOutputStream record) {
            byte[] bytes = new byte[16 << 10];
            hesitate();
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream();
                    Way way = weather.isCalm() ? out::write : new LongWay(out)) {
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    if (silent || silentForGood) {
                        continue;
                    }
                    int passed = (int) Math.min(length, Math.max(0, left.get()));
                    way.write(bytes, 0, passed);
                    if (record.size() < MOST_RECORDED) {
                        record.write(bytes, 0, passed);
                    }
                    if (left.addAndGet(-length) <= 0 || weather.resets(length)) {
                        cut();
                    }
                }
            } catch (IOException e) {
                // one of the ends has ended
            } finally {
                pipes.remove(this);
            }
        }

        private void hesitate() {
            long endNanos = System.nanoTime() + hesitation.toNanos();
            for (long left = endNanos - System.nanoTime(); left > 0; left = endNanos - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
        }

        void cut() {
            cuts.incrementAndGet();
            reset(one);
            reset(other);
        }
    }

    private interface Way extends AutoCloseable {
        void write(byte[] bytes, int from, int length) throws IOException;

        @Override
        default void close() {}
    }

    /** Brings bytes later, in their order. */
    private final class LongWay implements Way {
        private static final Parcel END = new Parcel(new byte[0], 0);

        private final BlockingQueue<Parcel> onTheWay = new LinkedBlockingQueue<>();
        private final Thread carrier;
        private long lastNanos = System.nanoTime();

        @SuppressWarnings("ArrayRecordComponent") // never compared
        private record Parcel(byte[] bytes, long atNanos) {}

        LongWay(OutputStream out) {
            carrier = Thread.ofVirtual().start(() -> bring(out));
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            lastNanos = Math.max(lastNanos, System.nanoTime() + weather.nanosFor(length));
            onTheWay.add(new Parcel(Arrays.copyOfRange(bytes, from, from + length), lastNanos));
        }

        private void bring(OutputStream out) {
            try {
                for (Parcel next = onTheWay.take(); next.bytes().length > 0; next = onTheWay.take()) {
                    for (long left = next.atNanos() - System.nanoTime();
                            left > 0;
                            left = next.atNanos() - System.nanoTime()) {
                        LockSupport.parkNanos(this, left);
                    }
                    out.write(next.bytes());
                }
            } catch (IOException e) {
                // one of the ends has ended
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Returns when everything has been brought. */
        @Override
        public void close() {
            onTheWay.add(END);
            try {
                carrier.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
