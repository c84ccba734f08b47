package tutti.bench;

import io.aeron.Aeron;
import io.aeron.ControlledFragmentAssembler;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Two JVMs that exchange byte arrays by Aeron IPC: each publishes one stream and reads the other's. */
final class AeronJob {
    private static final String CHANNEL = "aeron:ipc";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Of the three of each stream, which warm-ups should fill once; messages have at most an eighth. */
    private static final int TERM_BYTES = 8 << 20;

    private static final int MTU_BYTES = 65_504; // the largest; long messages have fewer fragments
    private static final int FRAGMENTS = 64; // read at once
    private static final Duration PATIENCE = Duration.ofSeconds(60); // a busy machine is no reason to give up
    private static final int SPINS = 3_000;
    private static final int YIELDS = 100;
    private static final long LEAST_PARK_NANOS = 1_000;
    private static final long MOST_PARK_NANOS = 100_000;

    private static final int ORDER_BYTES = 256;
    private static final byte[] SIGNAL = {42};

    private final int rank;
    private final ExclusivePublication publication;
    private final Subscription subscription;
    private final ControlledFragmentAssembler assembler =
            new ControlledFragmentAssembler((buffer, offset, length, header) -> take(buffer, offset, length));
    private final IdleStrategy soon = new BackoffIdleStrategy(SPINS, YIELDS, LEAST_PARK_NANOS, MOST_PARK_NANOS);
    private final IdleStrategy later = new SleepingMillisIdleStrategy();
    private final UnsafeBuffer sent = new UnsafeBuffer(SIGNAL);
    private byte[] target = SIGNAL;
    private int arrived; // bytes of the last message; less than 0 while there is none

    private AeronJob(int rank, Aeron aeron) {
        this.rank = rank;
        publication = aeron.addExclusivePublication(CHANNEL, rank + 1);
        subscription = aeron.addSubscription(CHANNEL, 2 - rank);
    }

    /** Runs one of two processes; takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        Pair pair = Pair.ofEnvironment();
        String folder = folder(pair.address().getPort()).toString();
        if (pair.rank() == 0) {
            try (MediaDriver _ = MediaDriver.launch(driver(folder))) {
                lead(folder);
            }
        } else {
            try (Aeron aeron = connect(folder)) {
                new AeronJob(1, aeron).follow();
            }
        }
    }

    private static Path folder(int port) {
        Path parent = Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("tutti-bench-aeron-" + port);
    }

    private static MediaDriver.Context driver(String folder) {
        return new MediaDriver.Context()
                .aeronDirectoryName(folder)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .clientLivenessTimeoutNs(PATIENCE.toNanos())
                .publicationUnblockTimeoutNs(PATIENCE.multipliedBy(2).toNanos())
                .ipcTermBufferLength(TERM_BYTES)
                .termBufferSparseFile(false)
                .ipcMtuLength(MTU_BYTES);
    }

    private static Aeron connect(String folder) {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(folder).driverTimeoutMs(PATIENCE.toMillis()));
    }

    private static void lead(String folder) {
        try (Aeron aeron = connect(folder)) {
            AeronJob job = new AeronJob(0, aeron);
            job.lead(new Orders(System.in, System.out));
            while (job.subscription.isConnected()) { // the other still needs the driver
                job.later.idle();
            }
        }
    }

    private void lead(Orders orders) {
        receive(SIGNAL, later); // the other is there
        orders.sayReady();
        for (String line = orders.next(); line != null; line = orders.next()) {
            send(line.getBytes(StandardCharsets.US_ASCII));
            orders.answer(new Link(Block.parse(line)).time());
        }
        send(SIGNAL);
    }

    private void follow() {
        send(SIGNAL);
        for (String line = next(); line != null; line = next()) {
            var _ = new Link(Block.parse(line)).time();
        }
    }

    private @Nullable String next() {
        byte[] order = new byte[ORDER_BYTES];
        int length = receive(order, later);
        return length == SIGNAL.length ? null : new String(order, 0, length, StandardCharsets.US_ASCII);
    }

    private void send(byte[] value) {
        sent.wrap(value);
        soon.reset();
        long position = publication.offer(sent, 0, value.length);
        while (position < 0) {
            if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
                throw new IllegalStateException("cannot send: " + Publication.errorString(position));
            }
            soon.idle();
            position = publication.offer(sent, 0, value.length);
        }
    }

    /** Waits for a message, copies it, and returns its length. */
    private int receive(byte[] into, IdleStrategy idle) {
        target = into;
        arrived = -1;
        idle.reset();
        while (arrived < 0) {
            idle.idle(subscription.controlledPoll(assembler, FRAGMENTS));
        }
        return arrived;
    }

    /** Takes one message only: the next may have another target. */
    private Action take(DirectBuffer buffer, int offset, int length) {
        buffer.getBytes(offset, target, 0, length);
        arrived = length;
        return Action.BREAK;
    }

    /** The two streams, for values of one length; each that arrives takes the place of the one before. */
    private final class Link extends PairLink {
        private final byte[] received;
        private final byte[] signal = SIGNAL.clone();

        Link(Block block) {
            super(rank, block);
            received = new byte[block.bytes()];
        }

        @Override
        public void send(byte[] value, int destination) {
            AeronJob.this.send(value);
        }

        @Override
        public byte[] receive(int source) {
            int length = AeronJob.this.receive(received, soon);
            if (length != received.length) {
                throw WrongDataException.ofLength(received.length, length);
            }
            return received;
        }

        @Override
        public void signal(int destination) {
            AeronJob.this.send(SIGNAL);
        }

        @Override
        public void awaitSignal(int source) {
            int length = AeronJob.this.receive(signal, soon);
            if (length != SIGNAL.length) {
                throw WrongDataException.ofLength(SIGNAL.length, length);
            }
        }
    }
}
