package tutti.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.pcj.ExecutionBuilder;
import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;
import tutti.collectives.Partition;

/** A thread of PCJ that runs blocks until there are no more; the main class of PCJ's jobs. */
@RegisterStorage(PcjJob.Shared.class)
public final class PcjJob implements StartPoint {
    private static final String END = "";

    static {
        // In every JVM that PCJ starts; it greets, and says good-bye.
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(Level.WARNING);
        }
    }

    // Written by PCJ, under the names in Shared.
    @SuppressWarnings("UnusedVariable")
    private @Nullable String order;

    @SuppressWarnings("UnusedVariable")
    private @Nullable Object arriving;

    @SuppressWarnings("UnusedVariable")
    private @Nullable Object contribution;

    /** Made by PCJ. */
    public PcjJob() {}

    /** The variables of one thread that others reach. */
    @Storage(PcjJob.class)
    enum Shared {
        order,
        arriving,
        contribution
    }

    /** Runs a job; takes the number of threads and that of JVMs, which get ranks as Tutti's processes do. */
    public static void main(String[] arguments) throws IOException {
        int threads = Integer.parseInt(arguments[0]);
        int jvms = Integer.parseInt(arguments[1]);
        Partition partition = new Partition(threads, jvms);
        ExecutionBuilder builder = PCJ.executionBuilder(PcjJob.class);
        List<Integer> ports = freePorts(jvms);
        for (int jvm = 0; jvm < jvms; jvm++) {
            for (int thread = 0; thread < partition.size(jvm); thread++) {
                builder.addNode("localhost:" + ports.get(jvm));
            }
        }
        builder.deploy();
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    @Override
    public void main() {
        if (PCJ.myId() == 0) {
            Orders orders = new Orders(System.in, System.out);
            orders.sayReady();
            for (String line = orders.next(); line != null; line = orders.next()) {
                PCJ.broadcast(line, Shared.order);
                PCJ.waitFor(Shared.order);
                Block block = Block.parse(line);
                orders.answer(time(block, Content.of(block)));
            }
            PCJ.broadcast(END, Shared.order);
        } else {
            for (String line = next(); !line.equals(END); line = next()) {
                Block block = Block.parse(line);
                var _ = time(block, Content.of(block));
            }
        }
    }

    private static String next() {
        PCJ.waitFor(Shared.order);
        return PCJ.getLocal(Shared.order);
    }

    private static <T> Cost time(Block block, Content<T> content) {
        Loop<T> loop = Loop.of(block, content, new Threads<>());
        PCJ.barrier();
        long begin = System.nanoTime();
        loop.run();
        long own = System.nanoTime() - begin;
        if (!block.benchmark().endsTogether()) {
            PCJ.barrier();
        }
        long nanos = System.nanoTime() - begin;
        loop.checkLast();
        if (block.benchmark().isOfTwo()) {
            PCJ.barrier(); // no one answers before all have checked
            return Cost.ofPair(nanos, loop);
        }
        long[] slowest = slowest(own);
        return new Cost(nanos, null, slowest[0], block.timesEach() ? Durations.of(slowest(loop.singleNanos())) : null);
    }

    /** Returns the largest of each number at thread 0; also keeps anyone from answering before all have checked. */
    private static long[] slowest(long... nanos) {
        PCJ.putLocal(nanos, Shared.contribution);
        PCJ.barrier();
        long[] largest = PCJ.myId() == 0 ? PCJ.<long[]>reduce(PcjJob::max, Shared.contribution) : nanos;
        PCJ.barrier();
        return largest;
    }

    private static long[] max(long[] left, long[] right) {
        long[] largest = new long[left.length];
        Arrays.setAll(largest, i -> Math.max(left[i], right[i]));
        return largest;
    }

    /**
     * PCJ's operations. They read and write variables of other threads, so barriers stand wherever a variable could be
     * written again before it is read, as in any program of PCJ.
     */
    private static final class Threads<T> implements Operations<T> {
        @Override
        public int rank() {
            return PCJ.myId();
        }

        @Override
        public int size() {
            return PCJ.threadCount();
        }

        @Override
        public void send(T value, int destination) {
            var _ = PCJ.asyncPut(value, destination, Shared.arriving);
        }

        @Override
        public T receive(int source) {
            return arrived();
        }

        @Override
        public void barrier() {
            PCJ.barrier();
        }

        @Override
        public T broadcast(T value) {
            if (rank() == 0) {
                PCJ.broadcast(value, Shared.arriving);
            }
            T arrived = arrived();
            PCJ.barrier();
            return arrived;
        }

        @Override
        public T reduce(T value) {
            PCJ.putLocal(value, Shared.contribution);
            PCJ.barrier();
            T sum = rank() == 0 ? PCJ.<T>reduce(Threads::add, Shared.contribution) : value;
            PCJ.barrier();
            return sum;
        }

        @Override
        public T allReduce(T value) {
            return broadcast(reduce(value));
        }

        @Override
        public T scatter(List<T> values) {
            if (rank() == 0) {
                Map<Integer, T> parts = new TreeMap<>();
                for (int destination = 0; destination < values.size(); destination++) {
                    parts.put(destination, values.get(destination));
                }
                PCJ.scatter(parts, Shared.arriving);
            }
            T arrived = arrived();
            PCJ.barrier();
            return arrived;
        }

        @Override
        public List<T> gather(T value) {
            PCJ.putLocal(value, Shared.contribution);
            PCJ.barrier();
            List<T> gathered = List.of();
            if (rank() == 0) {
                Map<Integer, T> values = PCJ.gather(Shared.contribution);
                gathered = List.copyOf(new TreeMap<>(values).values());
            }
            PCJ.barrier();
            return gathered;
        }

        private T arrived() {
            PCJ.waitFor(Shared.arriving);
            return PCJ.getLocal(Shared.arriving);
        }

        /** Adds what a reduction adds; a new value, for PCJ may hand out a thread's own. */
        @SuppressWarnings("unchecked")
        private static <T> T add(T left, T right) {
            return (T)
                    switch (left) {
                        case double[] array -> add(array, (double[]) right);
                        case int[][] matrix -> add(matrix, (int[][]) right);
                        case Long number -> (Object) (number + (Long) right);
                        default -> throw new IllegalArgumentException("cannot add: class=" + left.getClass());
                    };
        }

        private static double[] add(double[] left, double[] right) {
            double[] sum = new double[left.length];
            for (int i = 0; i < sum.length; i++) {
                sum[i] = left[i] + right[i];
            }
            return sum;
        }

        private static int[][] add(int[][] left, int[][] right) {
            int[][] sum = new int[left.length][left.length];
            for (int row = 0; row < sum.length; row++) {
                for (int column = 0; column < sum.length; column++) {
                    sum[row][column] = left[row][column] + right[row][column];
                }
            }
            return sum;
        }
    }
}
