package tutti.group;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Real JVMs on hosts of their own that read and write files of a folder that all have, while a cable is out for a while
 * or for good.
 */
class CutCableFilesTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int ELEMENTS = 50_000; // of each member
    private static final String FOLDER = "tutti.test.folder";

    @TempDir
    Path folder;

    /** Writes and reads a file of all turn by turn, and a record at a shared position, until it is told to end. */
    static final class Filling {

        private Filling() {}

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                InputLines.read();
                master.run(Filling::work);
            }
        }

        private static String work(Communicator world) {
            int rank = world.rank();
            int size = world.size();
            long turns = 0;
            long longest = 0;
            try (ParallelFile file = open(world, "filled");
                    ParallelFile records = open(world, "records")) {
                FileView view = mixed(world, file);
                SharedFileView log = SharedFileView.of(records.view(ElementType.LONG));
                SharedFileView ordered = SharedFileView.of(behind(file, world));
                for (boolean goesOn = true;
                        goesOn;
                        goesOn = world.broadcast(rank == 0 ? !InputLines.poll() : null, 0)) {
                    long begin = System.nanoTime();
                    turns++;
                    view.writeAtAll(0, filled(ELEMENTS, turns));
                    requireAll(read(view), turns);
                    log.write(filled(1, turns * size + rank));
                    ordered.writeOrdered(filled(1, turns * size + rank));
                    longest = Math.max(longest, (System.nanoTime() - begin) / 1_000_000);
                    if (turns == 3) {
                        System.out.println("under way");
                    }
                }
                requireEachOnce(records.view(ElementType.LONG), turns, size, false);
                requireEachOnce(behind(file, world), turns, size, true);
            }
            System.out.println("right turns=%d longest=%d.".formatted(turns, longest));
            return "";
        }

        /** Returns a view of what lies behind the elements of all. */
        private static FileView behind(ParallelFile file, Communicator world) {
            return file.view((long) ELEMENTS * world.size() * Long.BYTES, ElementType.LONG);
        }

        private static long[] read(FileView view) {
            long[] values = new long[ELEMENTS];
            view.readAtAll(0, DirectBuffer.of(values));
            return values;
        }

        private static void requireAll(long[] values, long expected) {
            if (LongStream.of(values).anyMatch(value -> value != expected)) {
                throw new AssertionError("turn %d: %s".formatted(expected, Arrays.toString(values)));
            }
        }

        private static void requireEachOnce(FileView view, long turns, int size, boolean inOrder) {
            long[] values = new long[(int) turns * size + 1];
            long found = view.readAtAll(0, DirectBuffer.of(values));
            long[] all = Arrays.copyOf(values, (int) found);
            if (!inOrder) {
                Arrays.sort(all);
            }
            if (!Arrays.equals(all, LongStream.range(size, (turns + 1) * size).toArray())) {
                throw new AssertionError("turns=%d records=%s".formatted(turns, Arrays.toString(all)));
            }
        }
    }

    private static ParallelFile open(Communicator world, String name) {
        return ParallelFile.open(world, Path.of(System.getProperty(FOLDER), name), READ, WRITE, CREATE);
    }

    private static FileView mixed(Communicator world, ParallelFile file) {
        return file.view(0, ElementType.LONG, Layout.contiguous(1).at(world.rank()), world.size());
    }

    private static DirectBuffer filled(int length, long value) {
        long[] values = new long[length];
        Arrays.fill(values, value);
        return DirectBuffer.of(values);
    }

    /** What members do with a file again and again, in a group and a thread of its own. */
    enum Way {
        WRITE_ALL {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                mixed(world, file).writeAtAll(0, filled(ELEMENTS, 1));
            }
        },
        READ_ALL {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                mixed(world, file).readAtAll(0, filled(ELEMENTS, 1));
            }
        },
        STARTED {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                mixed(world, file)
                        .nonBlocking()
                        .writeAtAll(0, filled(ELEMENTS, 1))
                        .await();
            }
        },
        ORDERED {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                shared.writeOrdered(filled(1, 1));
            }
        },
        SIZE {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                file.setSize(100);
            }
        },
        OPEN {
            @Override
            void run(Communicator world, ParallelFile file, SharedFileView shared) {
                open(world, "opened").close();
            }
        };

        abstract void run(Communicator world, ParallelFile file, SharedFileView shared);
    }

    /** The program of each JVM that is cut off. */
    static final class Working {
        private Working() {}

        public static void main(String[] args) throws InterruptedException {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                List<Thread> threads = Arrays.stream(Way.values())
                        .map(way -> {
                            Communicator own = world.split(0);
                            return Thread.ofPlatform().start(() -> work(own, way));
                        })
                        .toList();
                for (Thread thread : threads) {
                    thread.join();
                }
                world.done();
            }
        }

        private static void work(Communicator own, Way way) {
            try (ParallelFile file = open(own, way.name())) {
                SharedFileView shared = SharedFileView.of(file.view(ElementType.LONG));
                for (int turn = 0; ; turn++) {
                    way.run(own, file, shared);
                    if (turn == 1) {
                        System.out.println("begins %s.".formatted(way));
                    }
                }
            } catch (MemberFailedException e) {
                System.out.println("failed %s process=%d.".formatted(way, e.process()));
            } catch (RuntimeException | Error e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(2);
            }
        }
    }

    @Tag("nightly")
    @ParameterizedTest(name = "out for {0} ms")
    @CsvSource({"2, 1500, 10", "3, 300, 30", "3, 5000, 30"})
    void shouldWriteAndReadEachElementWhenACableIsOutForAWhile(int hosts, int millis, int silenceLimitSeconds) {
        try (CableNetwork network = CableNetwork.of(hosts);
                JvmJob job = network.plan(Filling.class, hosts)
                        .options("-D%s=%s".formatted(FOLDER, folder))
                        .with("SILENCE_LIMIT=" + silenceLimitSeconds)
                        .with("RECONNECT_LIMIT=" + 2 * silenceLimitSeconds)
                        .start()) {
            job.jvm(0).awaitOutput("under way");
            network.pullOut(hosts - 1, Duration.ofMillis(millis));
            job.jvm(0).enter("end");
            job.awaitSuccess(LIMIT);
            assertThat(job.outLines())
                    .filteredOn(line -> line.startsWith("right turns="))
                    .hasSize(hosts)
                    .as("a turn was cut")
                    .anySatisfy(line -> assertThat(Integer.parseInt(line.replaceAll(".* longest=(\\d+)\\.", "$1")))
                            .isGreaterThanOrEqualTo(millis / 2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 2)
    @NightlySource("3")
    void shouldLeaveOldOrNewBlocksWhenAHostIsCutOff(int hosts) throws Exception {
        Path path = folder.resolve("blocks");
        int lost = hosts - 1;
        try (CableNetwork network = CableNetwork.of(hosts);
                JvmJob job = network.plan(KilledWhileWritingTest.Writing.class, hosts)
                        .options("-Dfile=" + path)
                        .with("SILENCE_LIMIT=3")
                        .start()) {
            job.jvm(lost).awaitOutput("writing.");
            network.pullOut(lost);
            for (int process = 0; process < hosts; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isEqualTo(1);
                assertThat(jvm.err())
                        .contains("MemberFailedException")
                        .contains("process lost")
                        .contains("process=" + (process == lost ? "" : lost));
            }
        }
        KilledWhileWritingTest.assertBlocksAreWhole(path, hosts);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} hosts")
    @ValueSource(ints = {2, 3})
    void shouldTellBothSidesInEachWay(int hosts) {
        int lost = hosts - 1;
        try (CableNetwork network = CableNetwork.of(hosts);
                JvmJob job = network.plan(Working.class, hosts)
                        .options("-D%s=%s".formatted(FOLDER, folder))
                        .with("SILENCE_LIMIT=3")
                        .start()) {
            for (Way way : Way.values()) {
                job.jvm(lost).awaitOutput("begins %s.".formatted(way));
            }
            network.pullOut(lost);
            for (int process = 0; process < hosts; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isIn(0, 1);
                List<String> lines = jvm.out().lines().toList();
                for (Way way : Way.values()) {
                    List<String> mayBeNamed = process == lost
                            ? IntStream.range(0, lost)
                                    .mapToObj(other -> "failed %s process=%d.".formatted(way, other))
                                    .toList()
                            : List.of("failed %s process=%d.".formatted(way, lost));
                    assertThat(lines).as("%s: %s", jvm, jvm.err()).containsAnyElementsOf(mayBeNamed);
                }
            }
        }
    }
}
