package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Real JVMs on hosts of their own, one of which is cut off or stopped while all access each other's memory in each way
 * at once: both sides learn it in each, and the memory has what was known to be done.
 */
class CutOffWindowsTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int LENGTH = 40_000; // elements for each origin; two messages
    private static final String GIVEN = "tutti.test.given";

    @TempDir
    Path folder;

    /** What all members do again and again, each in a window and a thread of its own. */
    enum Way {
        PUT("(put|flush) of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.window.put(own.peer, own.at(), filled(LENGTH, ++own.begun));
                own.window.flush(own.peer);
                own.done = own.begun;
            }
        },
        PUT_MANY("(put|flushAll) of a window") {
            @Override
            void run(Accesses own) {
                for (int i = 0; i < 5; i++) {
                    own.window.put(own.peer, own.at(), filled(LENGTH, ++own.begun));
                }
                own.window.flushAll();
                own.done = own.begun;
            }
        },
        GET("get of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.window.get(own.peer, own.at(), filled(LENGTH, 0));
            }
        },
        ACCUMULATE("(accumulate|flush) of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.begun++;
                own.window.accumulate(own.peer, own.at(), filled(LENGTH, 1), Reductions.sum());
                own.window.flush(own.peer);
                own.done = own.begun;
            }
        },
        FETCH_AND_ADD("fetchAndAdd of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.begun++;
                long previous = own.window.fetchAndAdd(own.peer, own.at(), 1);
                own.require(previous == own.done, "previous=" + previous);
                own.done = own.begun;
            }
        },
        COMPARE_AND_SWAP("compareAndSwap of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.begun++;
                long previous = own.window.compareAndSwap(own.peer, own.at(), own.done, own.begun);
                own.require(previous == own.done, "previous=" + previous);
                own.done = own.begun;
            }
        },
        REQUEST("") {
            @Override
            void run(Accesses own) {
                own.begun++;
                Request<Long> previous = own.window.nonBlocking().fetchAndOp(own.peer, own.at(), 1, Reductions.sum());
                own.require(previous.await() == own.done, "previous=" + previous);
                own.done = own.begun;
            }
        },
        FENCE("fence|put of a window") {
            @Override
            void begin(Accesses own) {
                own.window.fence();
            }

            @Override
            void run(Accesses own) {
                own.window.put(own.peer, own.at(), filled(LENGTH, ++own.begun));
                own.window.fence();
                own.done = own.begun;
            }
        },
        /** Each is in one of the four. */
        POST_AND_START("(start|put|complete|await) of a window") {
            @Override
            void run(Accesses own) {
                own.window.post(own.previous());
                own.window.start(own.next());
                own.window.put(own.next(), own.at(), filled(LENGTH, ++own.begun));
                own.window.complete();
                own.window.await();
                own.done = own.begun;
            }
        },
        /** No one posts. */
        START("start of a window") {
            @Override
            void run(Accesses own) {
                own.window.start(own.peer);
            }
        },
        /** No one completes. */
        AWAIT("await of a window") {
            @Override
            void run(Accesses own) {
                own.window.post(own.peer);
                own.window.await();
            }
        },
        LOCK("lock of a window target rank=") {
            @Override
            void begin(Accesses own) {
                own.window.lock(own.rank);
            }

            @Override
            void run(Accesses own) {
                own.window.lock(own.peer);
            }
        },
        UNLOCK("(lock|put|unlock) of a window target rank=") {
            @Override
            void run(Accesses own) {
                own.window.lock(own.peer);
                own.window.put(own.peer, own.at(), filled(LENGTH, ++own.begun));
                own.window.unlock(own.peer);
                own.done = own.begun;
            }
        },
        /** Waits for the lock of the one that is cut off, which waits for nothing. */
        LOCK_ALL("lockAll of a window") {
            @Override
            void begin(Accesses own) {
                if (own.isCutOff()) {
                    own.window.lock(own.rank);
                }
            }

            @Override
            void run(Accesses own) {
                if (own.isCutOff()) {
                    UNLOCK.run(own);
                } else {
                    own.window.lockAll();
                }
            }
        },
        /** Waits for the one that is cut off, which closes nothing. */
        CLOSE("close") {
            @Override
            void run(Accesses own) {
                if (own.isCutOff()) {
                    UNLOCK.run(own);
                } else {
                    own.window.close();
                }
            }
        };

        private static final Set<Way> IN_LOCK_ALL = EnumSet.range(PUT, REQUEST);
        private static final Set<Way> ON_ONE_ELEMENT = EnumSet.range(FETCH_AND_ADD, REQUEST);

        private final String operation;

        Way(String operation) {
            this.operation = operation;
        }

        /** Returns a pattern of what the operation that fails is called. */
        String operation(boolean isCutOff) {
            return isCutOff && (this == LOCK_ALL || this == CLOSE) ? UNLOCK.operation : operation;
        }

        boolean isInLockAll() {
            return IN_LOCK_ALL.contains(this);
        }

        void begin(Accesses own) {
            if (isInLockAll()) {
                own.window.lockAll();
            }
        }

        abstract void run(Accesses own);

        private static DirectBuffer filled(int length, long value) {
            long[] values = new long[length];
            Arrays.fill(values, value);
            return DirectBuffer.of(values);
        }
    }

    /** One member's accesses in one way; its peer is on the other side of the cut. */
    static final class Accesses {
        private final Way way;
        private final Window window;
        private final int rank;
        private final int size;
        private final int peer;
        private long begun;
        private long done;

        Accesses(Way way, Communicator world) {
            this.way = way;
            rank = world.rank();
            size = world.size();
            peer = isCutOff() ? 0 : size - 1;
            int length = LENGTH * size;
            window = Boolean.getBoolean(GIVEN)
                    ? world.createWindow(DirectBuffer.of(new long[length]))
                    : world.allocateWindow(ElementType.LONG, length);
        }

        boolean isCutOff() {
            return rank == size - 1;
        }

        int at() {
            return rank * LENGTH;
        }

        int next() {
            return (rank + 1) % size;
        }

        int previous() {
            return (rank + size - 1) % size;
        }

        void require(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError("%s rank=%d done=%d %s".formatted(way, rank, done, what));
            }
        }

        void work(CountDownLatch running) {
            try {
                for (int round = 0; ; round++) {
                    if (round == (way == Way.FENCE || way.isInLockAll() ? 2 : 0)) {
                        running.countDown();
                    }
                    way.run(this);
                }
            } catch (MemberFailedException e) {
                System.out.println("failed %s rank=%d operation=[%s] begun=%d done=%d."
                        .formatted(way, e.rank(), e.operation(), begun, done));
                System.out.println("later %s %s.".formatted(way, later()));
                printMemory();
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(2);
            } finally {
                running.countDown();
            }
        }

        /** Accesses the member's own memory, and returns what that throws. */
        private String later() {
            try {
                if (way.isInLockAll()) {
                    window.get(rank, 0, Way.filled(1, 0));
                } else {
                    window.lockShared(rank);
                }
                return "nothing";
            } catch (RuntimeException e) {
                return e.getClass().getSimpleName();
            }
        }

        private void printMemory() {
            if (way == Way.CLOSE) {
                return;
            }
            DirectBuffer memory = window.memory();
            for (int origin = 0; origin < size; origin++) {
                long[] block =
                        (long[]) memory.slice((long) origin * LENGTH, LENGTH).toArray();
                System.out.println("memory %s origin=%d first=%d least=%d most=%d."
                        .formatted(
                                way,
                                origin,
                                block[0],
                                Arrays.stream(block).min().orElseThrow(),
                                Arrays.stream(block).max().orElseThrow()));
            }
        }
    }

    /** The program of each JVM. */
    static final class Working {
        private Working() {}

        public static void main(String[] args) throws InterruptedException {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                List<Accesses> all = new ArrayList<>();
                for (Way way : Way.values()) {
                    all.add(new Accesses(way, world));
                }
                all.forEach(each -> each.way.begin(each));
                world.barrier();
                CountDownLatch running = new CountDownLatch(all.size());
                List<Thread> threads = all.stream()
                        .map(each -> Thread.ofPlatform().start(() -> each.work(running)))
                        .toList();
                running.await();
                System.out.println("running");
                for (Thread thread : threads) {
                    thread.join();
                }
                System.out.println("all have ended");
                continueWithoutLost(world);
                world.done();
            }
        }

        private static void continueWithoutLost(Communicator world) {
            try {
                Communicator rest = world.shrink();
                Window counter = rest.allocateWindow(ElementType.LONG, 1);
                counter.lockAll();
                counter.fetchAndAdd(0, 0, 1);
                counter.unlockAll();
                counter.fence();
                long[] count = new long[1];
                counter.get(0, 0, DirectBuffer.of(count));
                counter.close();
                System.out.println("continues size=%d count=%d.".formatted(rest.size(), count[0]));
            } catch (MemberFailedException e) {
                System.out.println("ends: " + e.getMessage());
            }
        }
    }

    @Test
    void shouldTellBothSidesInEachWay() {
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = start(network.plan(Working.class, 2), true)) {
            network.pullOut(1);
            assertBothSidesLearn(job, 2, false);
        }
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} hosts, given {1}, comes back {2}")
    @CsvSource({"2, false, true", "3, true, true", "3, false, false"})
    void shouldTellBothSidesInEachWayAlsoIfTheHostComesBack(int hosts, boolean given, boolean comesBack) {
        try (CableNetwork network = CableNetwork.of(hosts);
                JvmJob job = start(network.plan(Working.class, hosts), given)) {
            network.pullOut(hosts - 1);
            if (comesBack) {
                for (int process = 0; process < hosts; process++) {
                    job.jvm(process).awaitOutput("failed FENCE");
                }
                network.putIn(hosts - 1);
            }
            assertBothSidesLearn(job, hosts, false);
        }
    }

    /** Two JVMs of one host reach each other's memory that is allocated, and are cut off from a third. */
    @Tag("nightly")
    @Test
    void shouldTellBothSidesWhenOneHasSharedMemoryInside() throws Exception {
        List<Path> memories = List.of(
                Files.createDirectory(folder.resolve("memory0")), Files.createDirectory(folder.resolve("memory1")));
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = start(
                        network.plan(Working.class, 3)
                                .by(process -> network.on(process / 2, memories.get(process / 2)))
                                .with("TRANSPORT=auto"),
                        false)) {
            network.pullOut(1);
            assertBothSidesLearn(job, 3, false);
        }
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} JVMs, given {1}, transport {2}")
    @CsvSource({"2, true, grpc", "3, false, auto", "3, true, grpc", "2, true, auto", "2, false, grpc"})
    void shouldTellOneThatWasStoppedWhenItContinues(int processes, boolean given, String transport) {
        int stopped = processes - 1;
        JvmJob.Plan plan =
                JvmJob.of(Working.class, processes).options("-Xmx128m").with("TRANSPORT=" + transport);
        try (JvmJob job = start(plan, given)) {
            job.jvm(stopped).signal("STOP");
            for (int process = 0; process < stopped; process++) {
                job.jvm(process).awaitOutput("all have ended");
            }
            job.jvm(stopped).signal("CONT");
            boolean isLate = !given && !transport.equals("grpc"); // what it does in memory that it reaches
            assertBothSidesLearn(job, processes, isLate);
        }
    }

    private static JvmJob start(JvmJob.Plan plan, boolean given) {
        JvmJob job = plan.options("-D%s=%s".formatted(GIVEN, given))
                .with("SILENCE_LIMIT=6")
                .start();
        try {
            for (int process = 0; process < job.size(); process++) {
                job.jvm(process).awaitOutput("running");
            }
            return job;
        } catch (AssertionError e) {
            e.addSuppressed(new AssertionError(job.errors()));
            job.close();
            throw e;
        }
    }

    /**
     * The members that are together continue, the last one does not.
     *
     * @param isLate whether that one may do something when the others have looked at their memory
     */
    private static void assertBothSidesLearn(JvmJob job, int size, boolean isLate) {
        List<Map<Way, long[]>> counts = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            JvmJob.Jvm jvm = job.jvm(rank);
            assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isIn(0, 1);
            counts.add(failures(jvm, rank == size - 1, size));
            assertThat(jvm.out())
                    .as("%s: %s", jvm, jvm.err())
                    .contains(
                            rank == size - 1
                                    ? "ends: too few processes are reached to continue"
                                    : "continues size=%d count=%<d.".formatted(size - 1));
        }
        for (int target = 0; target < size; target++) {
            assertMemory(job.jvm(target).out(), target, isLate, counts);
        }
    }

    /** Returns how many accesses were begun and done in each way. */
    private static Map<Way, long[]> failures(JvmJob.Jvm jvm, boolean isCutOff, int size) {
        Map<Way, long[]> counts = new EnumMap<>(Way.class);
        for (Way way : Way.values()) {
            String failed = "failed %s rank=(\\d+) operation=\\[(.*)\\] begun=(\\d+) done=(\\d+)\\.".formatted(way);
            List<MatchResult> lines =
                    Pattern.compile(failed).matcher(jvm.out()).results().toList();
            assertThat(lines)
                    .as("%s of %s: %s %s", way, jvm, jvm.out(), jvm.err())
                    .hasSize(1);
            MatchResult line = lines.getFirst();
            int named = Integer.parseInt(line.group(1));
            assertThat(named)
                    .as("%s of %s: %s %s", way, jvm, jvm.out(), jvm.err())
                    .isBetween(isCutOff ? 0 : size - 1, size - 1); // one that continues may hear that it is lost itself
            assertThat(line.group(2)).as("%s of %s", way, jvm).containsPattern(way.operation(isCutOff));
            assertThat(jvm.out()).contains("later %s %s.".formatted(way, later(way, isCutOff)));
            counts.put(way, new long[] {Long.parseLong(line.group(3)), Long.parseLong(line.group(4))});
        }
        return counts;
    }

    private static String later(Way way, boolean isCutOff) {
        return way == Way.CLOSE && !isCutOff ? "IllegalStateException" : "MemberFailedException";
    }

    /** Accesses that were known to be done are there, and none that had not begun. */
    private static void assertMemory(String out, int target, boolean isLate, List<Map<Way, long[]>> counts) {
        int size = counts.size();
        Pattern.compile("memory (\\S+) origin=(\\d+) first=(\\d+) least=(\\d+) most=(\\d+)\\.")
                .matcher(out)
                .results()
                .forEach(line -> {
                    Way way = Way.valueOf(line.group(1));
                    int origin = Integer.parseInt(line.group(2));
                    long[] begunAndDone = counts.get(origin).get(way);
                    boolean isTarget = way == Way.POST_AND_START
                            ? target == (origin + 1) % size
                            : (target == size - 1) != (origin == size - 1) && (target == 0 || origin != size - 1);
                    long begun = isTarget ? begunAndDone[0] : 0;
                    long done = isTarget && !(isLate && origin == size - 1) ? begunAndDone[1] : 0;
                    boolean isOne = Way.ON_ONE_ELEMENT.contains(way);
                    long least = Long.parseLong(line.group(isOne ? 3 : 4));
                    long most = Long.parseLong(line.group(5));
                    assertThat(least)
                            .as("%s of target %d: %s", way, target, line.group())
                            .isBetween(done, begun);
                    assertThat(most)
                            .as("%s of target %d: %s", way, target, line.group())
                            .isBetween(done, begun);
                });
    }
}
