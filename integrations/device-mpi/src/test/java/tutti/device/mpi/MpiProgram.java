package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.group.Request;
import tutti.group.Window;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** Uses what groups have, over whatever device its settings name, and says that all was right. */
final class MpiProgram {
    static final String RIGHT = "all is right: members=";
    static final String SENDER = "flood: sender=";
    static final String COLLECTED = "collected: ";

    /** Argument of a program whose members reduce 8 MB without end. */
    static final String REDUCING = "reducing";

    /** Argument of a program whose members take in one newcomer, or try. */
    static final String GROWING = "growing";

    /** Argument of a program whose members exchange small messages only: enough to see which device they go through. */
    static final String BRIEF = "brief";

    /** Argument of a program whose members exchange large messages, too, as without it. */
    static final String WHOLE = "whole";

    static final String UNDER_WAY = "reductions are under way";

    private static final int FLOOD_BYTES = 32 << 20;
    private static final int[] LENGTHS = {1, 100, 8_192, 100_000, 1 << 20};
    private static final int[] BRIEF_LENGTHS = {1, 8_192};

    private MpiProgram() {}

    public static void main(String[] args) {
        List<String> own = List.of(ColGroupMaster.programArguments(args));
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            int[] lengths = own.contains(BRIEF) ? BRIEF_LENGTHS : LENGTHS;
            if (own.contains(GROWING)) {
                grow(master, lengths);
                return;
            }
            int size = master.numberOfCpus();
            if (own.contains("flood")) {
                master.run(size, MpiProgram::flood);
                return;
            }
            if (own.contains(REDUCING)) {
                master.run(size, MpiProgram::reduce);
                return;
            }
            if (own.contains("exit")) {
                master.run(size, MpiProgram::exit);
                return;
            }
            master.run(size, world -> {
                check(world, lengths);
                if (world.rank() == 0) {
                    System.out.println(RIGHT + size);
                }
                return null;
            });
        }
    }

    /** Member 1 sends large messages without end, while the JVM of member 0 collects its garbage again and again. */
    private static Object flood(Communicator world) {
        DirectBuffer memory = DirectBuffer.of(ByteBuffer.allocateDirect(FLOOD_BYTES));
        if (world.rank() == 1) {
            for (int i = 0; ; i++) {
                world.sendAsync(memory, 0);
                if (i == 10) {
                    System.out.print(SENDER + ProcessHandle.current().pid() + "\n");
                }
            }
        }
        Thread.ofPlatform().daemon().start(MpiProgram::collect);
        DirectBuffer array = DirectBuffer.of(new byte[FLOOD_BYTES]);
        while (true) {
            world.receive(memory, 1);
            world.receive(array, 1);
        }
    }

    /** The group that has not grown works, too, and so does the larger one. */
    private static void grow(ColGroupMaster master, int[] lengths) {
        Communicator group;
        if (master.isNewcomer()) {
            group = master.grownCommunicator();
        } else {
            group = master.communicator("world", master.processes());
            check(group, lengths);
            try {
                group = group.grow(1, Duration.ofMinutes(1));
            } catch (GroupException e) {
                System.out.print("not grown: " + e.getMessage() + "\n");
            }
        }
        check(group, lengths);
        if (group.rank() == 0) {
            System.out.print(RIGHT + group.size() + "\n");
        }
        group.done();
    }

    private static Object reduce(Communicator world) {
        DirectBuffer own = DirectBuffer.of(new double[1 << 20]);
        DirectBuffer all = DirectBuffer.of(new double[1 << 20]);
        for (int i = 0; ; i++) {
            world.allReduce(own, all, Reductions.<DirectBuffer>sum());
            if (i == 3 && world.rank() == 0) {
                System.out.println(UNDER_WAY);
            }
        }
    }

    /** The last member ends its JVM while the others wait for it. */
    private static Object exit(Communicator world) {
        world.barrier();
        int last = world.size() - 1;
        if (world.rank() == last) {
            System.exit(3);
        }
        return world.receive(last);
    }

    private static void collect() {
        for (int i = 1; ; i++) {
            System.gc();
            System.out.print(COLLECTED + i + "\n");
            LockSupport.parkNanos(20_000_000);
        }
    }

    private static void check(Communicator world, int[] lengths) {
        int size = world.size();
        int sum = size * (size + 1) / 2;
        for (int length : lengths) {
            double[] own = new double[length];
            double[] all = new double[length];
            Arrays.fill(own, world.rank() + 1.0);
            world.allReduce(DirectBuffer.of(own), DirectBuffer.of(all), Reductions.<DirectBuffer>sum());
            require(Arrays.stream(all).allMatch(each -> each == sum), "allReduce of " + length);
            ring(world, length);
            ringOutsideTheHeap(world, length);
        }
        for (int root = 0; root < size; root++) {
            String text = "from " + root;
            require(text.equals(world.broadcast(world.rank() == root ? text : null, root)), text);
        }
        fromAny(world);
        window(world);
        for (int i = 0; i < 100; i++) {
            world.barrier();
        }
    }

    /** Each member sends to the next and receives from the one before, as started operations. */
    private static void ring(Communicator world, int length) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        byte[] sent = new byte[length];
        byte[] received = new byte[length];
        Arrays.fill(sent, (byte) world.rank());
        List<Request<?>> requests = new ArrayList<>();
        requests.add(world.nonBlocking().receive(DirectBuffer.of(received), before));
        requests.add(world.nonBlocking().sendAsync(DirectBuffer.of(sent), next));
        Request.awaitAll(requests);
        for (byte each : received) {
            require(each == (byte) before, "ring of " + length);
        }
    }

    /** Memory that MPI sends from, received into memory outside the heap, and into every other element of an array. */
    private static void ringOutsideTheHeap(Communicator world, int length) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment sent = arena.allocate(8L * length, 8);
            MemorySegment received = arena.allocate(8L * length, 8);
            sent.fill((byte) (world.rank() + 1));
            double[] spread = new double[2 * length];
            DirectBuffer others = DirectBuffer.of(spread).select(Layout.vector(length, 1, 2));
            for (DirectBuffer target : List.of(doubles(received), others)) {
                Request<?> receive = world.nonBlocking().receive(target, before);
                world.sendAsync(doubles(sent), next);
                receive.await();
                DirectBuffer right = DirectBuffer.of(new double[length]);
                right.putBytes(0, MemorySegment.ofArray(filled(8 * length, before + 1)), 0, 8L * length);
                require(Arrays.equals((double[]) right.toArray(), (double[]) target.toArray()), "memory of " + length);
            }
        }
    }

    private static DirectBuffer doubles(MemorySegment memory) {
        return DirectBuffer.of(
                memory.asByteBuffer().order(ByteOrder.nativeOrder()).asDoubleBuffer());
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static void fromAny(Communicator world) {
        if (world.rank() > 0) {
            world.sendSync(world.rank(), 0);
            return;
        }
        int sum = 0;
        for (int i = 1; i < world.size(); i++) {
            sum += world.<Integer>receive(Communicator.ANY_SOURCE);
        }
        require(sum == world.size() * (world.size() - 1) / 2, "messages from any member: " + sum);
    }

    private static void window(Communicator world) {
        try (Window window = world.allocateWindow(ElementType.LONG, 1)) {
            window.fence();
            window.fetchAndAdd(0, 0, world.rank());
            window.fence();
            long sum = window.fetchAndAdd(0, 0, 0);
            require(sum == world.size() * (world.size() - 1) / 2, "window: " + sum);
            window.fence();
        }
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new AssertionError("wrong: " + what);
        }
    }
}
