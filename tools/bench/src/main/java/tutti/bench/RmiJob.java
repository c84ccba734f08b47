package tutti.bench;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Plain Java RMI: one JVM calls a method of an object in the other, which takes a value and returns one. */
final class RmiJob {
    private static final String NAME = "exchange";
    private static final int SERVER = 1;

    private RmiJob() {}

    /** Runs one of two processes; takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        Pair pair = Pair.ofEnvironment();
        String host = pair.address().getAddress().getHostAddress();
        System.setProperty("java.rmi.server.hostname", host);
        int port = pair.address().getPort();
        if (pair.rank() == SERVER) {
            serve(LocateRegistry.createRegistry(port));
        } else {
            lead(new Orders(System.in, System.out), Pair.meet(() -> find(LocateRegistry.getRegistry(host, port))));
        }
    }

    private static @Nullable Exchange find(Registry registry) {
        try {
            return (Exchange) registry.lookup(NAME);
        } catch (RemoteException | NotBoundException notYet) {
            return null;
        }
    }

    private static void serve(Registry registry) throws Exception {
        Server server = new Server();
        registry.rebind(NAME, UnicastRemoteObject.exportObject(server, 0));
        server.ended.await();
        UnicastRemoteObject.unexportObject(server, true);
        UnicastRemoteObject.unexportObject(registry, true);
    }

    private static void lead(Orders orders, Exchange exchange) throws RemoteException {
        orders.sayReady();
        for (String line = orders.next(); line != null; line = orders.next()) {
            Block block = Block.parse(line);
            exchange.begin(line);
            orders.answer(time(block, Content.of(block), exchange));
        }
        exchange.end();
    }

    private static <T> Cost time(Block block, Content<T> content, Exchange exchange) throws RemoteException {
        Loop<T> loop = Loop.of(block, content, new Calls<>(exchange));
        long begin = System.nanoTime();
        loop.run();
        long nanos = System.nanoTime() - begin;
        loop.checkLast();
        exchange.checkLast();
        return Cost.ofPair(nanos, loop);
    }

    /** What the second process offers. */
    interface Exchange extends Remote {
        /** Prepares for the calls of a block. */
        void begin(String block) throws RemoteException;

        /** Takes a value, and returns one of the same size. */
        Object exchange(Object value) throws RemoteException;

        /** Checks every element of what was taken last. */
        void checkLast() throws RemoteException;

        /** Lets the process end. */
        void end() throws RemoteException;
    }

    private static final class Server implements Exchange {
        private final CountDownLatch ended = new CountDownLatch(1);
        private @Nullable Answers<?> answers; // guarded by this

        @Override
        public synchronized void begin(String line) {
            Block block = Block.parse(line);
            answers = new Answers<>(block, Content.of(block));
        }

        @Override
        public synchronized Object exchange(Object value) {
            return Objects.requireNonNull(answers).next(value);
        }

        @Override
        public synchronized void checkLast() {
            Objects.requireNonNull(answers).checkLast();
        }

        @Override
        public void end() {
            ended.countDown();
        }
    }

    /** The server's part of a block. */
    private static final class Answers<T> {
        private final Block block;
        private final Content<T> content;
        private final Arrival<T> arrival = new Arrival<>();
        private final T mine;
        private long iteration;

        Answers(Block block, Content<T> content) {
            this.block = block;
            this.content = content;
            mine = content.make(SERVER);
        }

        @SuppressWarnings("unchecked") // of the class that the content checks
        Object next(Object value) {
            arrival.set((T) value, 1, 0, iteration);
            if (block.checksAll()) {
                arrival.checkAll(content);
            } else {
                arrival.checkEnds(content);
            }
            return Objects.requireNonNull(content.stamped(mine, iteration++ + SERVER));
        }

        void checkLast() {
            arrival.checkAll(content);
        }
    }

    /** Sending and receiving as the two halves of a call. */
    private static final class Calls<T> implements Operations<T> {
        private final Exchange exchange;
        private @Nullable Object returned;

        Calls(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public void send(T value, int destination) {
            try {
                returned = exchange.exchange(Objects.requireNonNull(value));
            } catch (RemoteException e) {
                throw new IllegalStateException("a remote call failed: " + e.getMessage(), e);
            }
        }

        @Override
        @SuppressWarnings("unchecked") // of the class that the content checks
        public T receive(int source) {
            return (T) Objects.requireNonNull(returned);
        }
    }
}
