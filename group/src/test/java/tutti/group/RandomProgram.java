package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/** One member's part of a random program; a seed makes a program, the same at all its members. */
final class RandomProgram {
    private static final int STEPS = 24;
    private static final ReductionObject<String> JOIN = (left, right) -> left + right;

    private final Random random; // draws the same at all members
    private final Communicator world;
    private final int rank;
    private final int size;
    private final List<Runnable> open = new ArrayList<>(); // checks of requests that are under way
    private final RandomViews views;
    private final RandomGroups groups;

    /** Runs three programs: two at the same time, each in a thread and a group of its own, and one in a part. */
    static void runSeveral(long seed, Communicator world) throws InterruptedException {
        Communicator other = world.duplicate();
        Communicator part = world.split(world.rank() % 2, -world.rank());
        Thread second = Thread.ofVirtual().unstarted(() -> new RandomProgram(seed + 1_000_000, other).run());
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        second.setUncaughtExceptionHandler((thread, failure) -> {
            failures.add(failure);
            world.fail(failure);
        });
        second.start();
        new RandomProgram(seed, world).run();
        new RandomProgram(seed + 2_000_000 + part.size(), part).run();
        second.join();
        assertThat(failures).isEmpty();
    }

    private RandomProgram(long seed, Communicator world) {
        random = new Random(seed);
        this.world = world;
        rank = world.rank();
        size = world.size();
        views = new RandomViews(random, world, this::later);
        groups = new RandomGroups(random, world, this::later);
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            int kind = random.nextInt(16);
            boolean isStarted = random.nextBoolean();
            int root = random.nextInt(size);
            int length = random.nextInt(10) == 0 ? 40_000 : random.nextInt(50);
            switch (kind) {
                case 0, 1, 2, 3 -> messages(step, length);
                case 4 -> broadcast(step, root, isStarted);
                case 5 -> reductions(step, root, isStarted);
                case 6 -> buffers(step, length, isStarted);
                case 7 -> gathers(step, root, isStarted);
                case 8 -> scans(step, isStarted);
                case 9 -> exchange(step, isStarted);
                case 10 -> blocks(step, isStarted);
                case 11, 12 -> views.step(step, length, isStarted);
                case 13, 14 -> groups.step(step, isStarted);
                default -> end(random.nextInt(1 + STEPS));
            }
        }
        end(open.size());
    }

    /** Awaits some of the requests that are under way, in any order. */
    private void end(int count) {
        long order = random.nextLong();
        Collections.shuffle(open, new Random(order + rank));
        for (int i = 0; i < count && !open.isEmpty(); i++) {
            open.removeLast().run();
        }
    }

    private void later(Runnable check) {
        open.add(check);
    }

    private <T> void expect(Request<T> request, T expected) {
        later(() -> assertThat(request.await()).isEqualTo(expected));
    }

    private String from(int sender, int step) {
        return "(%d.%d)".formatted(sender, step);
    }

    private String all(int first, int last, int step) {
        return IntStream.range(first, last).mapToObj(r -> from(r, step)).collect(Collectors.joining());
    }

    /** Some members send to some: with a tag of this step, so that receives from any source are told apart. */
    private void messages(int step, int length) {
        int count = random.nextInt(2 * size) + 1;
        boolean isNamed = random.nextBoolean();
        Communicator tagged = world.withTag(1 + step);
        List<Integer> sources = new ArrayList<>(); // of this member
        for (int i = 0; i < count; i++) {
            int source = random.nextInt(size);
            int destination = random.nextInt(size);
            int manner = random.nextInt(3);
            if (source == rank) {
                send(tagged, message(source, step, i, length), destination, manner);
            }
            if (destination == rank) {
                sources.add(source);
            }
        }
        if (isNamed) {
            for (int source : sources) {
                receiveNamed(tagged, source, step, length);
            }
        } else {
            receiveAny(tagged, sources, step, length);
        }
    }

    private static int[] message(int source, int step, int number, int length) {
        int[] message = new int[3 + length];
        message[0] = source;
        message[1] = step;
        message[2] = number;
        message[2 + length] = length == 0 ? number : 7;
        return message;
    }

    private void send(Communicator tagged, int[] message, int destination, int manner) {
        if (manner == 0) {
            tagged.sendAsync(message, destination);
        } else {
            Request<?> sent = manner == 1
                    ? tagged.nonBlocking().sendAsync(DirectBuffer.of(message), destination)
                    : tagged.nonBlocking().sendSync(message, destination);
            Arrays.fill(message, -1); // captured
            later(sent::await);
        }
    }

    private void receiveNamed(Communicator tagged, int source, int step, int length) {
        int manner = Math.floorMod(source + step, 3);
        if (manner == 0) {
            int[] received = tagged.receive(source);
            check(received, source, step, length);
        } else if (manner == 1) {
            int[] target = new int[3 + length];
            Request<?> request = tagged.nonBlocking().receive(DirectBuffer.of(target), source);
            later(() -> {
                request.await();
                check(target, source, step, length);
            });
        } else {
            Request<Received<int[]>> request = tagged.nonBlocking().receiveWithStatus(source);
            later(() -> {
                Received<int[]> received = request.await();
                assertThat(received.status().length()).isEqualTo(3 + length);
                check(received.value(), source, step, length);
            });
        }
    }

    private void check(int[] received, int source, int step, int length) {
        assertThat(received).hasSize(3 + length);
        assertThat(received[0]).isEqualTo(source);
        assertThat(received[1]).isEqualTo(step);
    }

    private void receiveAny(Communicator tagged, List<Integer> sources, int step, int length) {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            int manner = (step + i) % 3;
            int[] received;
            int source;
            if (manner == 0) {
                Received<int[]> got = tagged.receiveWithStatus(ANY_SOURCE);
                received = got.value();
                source = got.source();
                assertThat(got.tag()).isEqualTo(1 + step);
            } else if (manner == 1) {
                ProbedMessage probed = tagged.matchedProbe(ANY_SOURCE);
                received = new int[(int) probed.status().length()];
                source = probed.status().source();
                probed.receive(DirectBuffer.of(received));
            } else {
                source = tagged.probe(ANY_SOURCE).source();
                received = world.withTag(1 + step).receive(source);
            }
            check(received, source, step, length);
            seen.add(source);
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(sources);
        assertThat(tagged.tryProbe(ANY_SOURCE)).isEmpty();
        assertThat(world.withTag(ANY_TAG).tryProbe(ANY_SOURCE).filter(status -> status.tag() == 0))
                .isEmpty();
    }

    private void broadcast(int step, int root, boolean isStarted) {
        if (isStarted) {
            expect(world.nonBlocking().broadcast(from(rank, step), root), from(root, step));
            later(world.nonBlocking().barrier()::await);
        } else {
            world.barrier();
            assertThat(world.broadcast(from(rank, step), root)).isEqualTo(from(root, step));
        }
    }

    private void reductions(int step, int root, boolean isStarted) {
        String whole = all(0, size, step);
        if (isStarted) {
            expect(world.nonBlocking().reduce(from(rank, step), JOIN, root), rank == root ? whole : null);
            expect(world.nonBlocking().allReduce(from(rank, step), JOIN), whole);
        } else {
            assertThat(world.allReduce(from(rank, step), JOIN)).isEqualTo(whole);
            assertThat(world.reduce(from(rank, step), JOIN, root)).isEqualTo(rank == root ? whole : null);
        }
    }

    private void buffers(int step, int length, boolean isStarted) {
        long[] own = new long[length];
        Arrays.fill(own, rank + step);
        long[] sum = new long[length];
        long[] expected = new long[length];
        Arrays.fill(expected, (long) size * (size - 1) / 2 + (long) size * step);
        if (isStarted) {
            Request<?> request =
                    world.nonBlocking().allReduce(DirectBuffer.of(own), DirectBuffer.of(sum), Reductions.sum());
            later(() -> {
                request.await();
                assertThat(sum).isEqualTo(expected);
            });
        } else {
            world.allReduce(DirectBuffer.of(own), DirectBuffer.of(sum), Reductions.sum());
            assertThat(sum).isEqualTo(expected);
        }
    }

    private void gathers(int step, int root, boolean isStarted) {
        List<String> whole =
                IntStream.range(0, size).mapToObj(r -> from(r, step)).toList();
        List<String> parts =
                IntStream.range(0, size).mapToObj(r -> from(rank, step) + r).toList();
        List<String> mine =
                IntStream.range(0, size).mapToObj(r -> from(r, step) + rank).toList();
        if (isStarted) {
            expect(world.nonBlocking().gather(from(rank, step), root), rank == root ? whole : null);
            expect(world.nonBlocking().allGather(from(rank, step)), whole);
            expect(world.nonBlocking().allToAll(parts), mine);
        } else {
            assertThat(world.allToAll(parts)).isEqualTo(mine);
            assertThat(world.allGather(from(rank, step))).isEqualTo(whole);
            assertThat(world.gather(from(rank, step), root)).isEqualTo(rank == root ? whole : null);
        }
    }

    private void scans(int step, boolean isStarted) {
        String below = rank == 0 ? null : all(0, rank, step);
        List<String> parts =
                IntStream.range(0, size).mapToObj(r -> from(rank, step) + r).toList();
        String reduced =
                IntStream.range(0, size).mapToObj(r -> from(r, step) + rank).collect(Collectors.joining());
        if (isStarted) {
            expect(world.nonBlocking().scan(from(rank, step), JOIN), all(0, rank + 1, step));
            expect(world.nonBlocking().exclusiveScan(from(rank, step), JOIN), below);
            expect(world.nonBlocking().reduceScatter(parts, JOIN), reduced);
        } else {
            assertThat(world.reduceScatter(parts, JOIN)).isEqualTo(reduced);
            assertThat(world.exclusiveScan(from(rank, step), JOIN)).isEqualTo(below);
            assertThat(world.scan(from(rank, step), JOIN)).isEqualTo(all(0, rank + 1, step));
        }
    }

    private void exchange(int step, boolean isStarted) {
        Map<Integer, String> values = new TreeMap<>();
        SortedMap<Integer, String> expected = new TreeMap<>();
        for (int source = 0; source < size; source++) {
            for (int destination = 0; destination < size; destination++) {
                boolean isSent = random.nextInt(3) == 0;
                if (isSent && source == rank) {
                    values.put(destination, from(rank, step));
                }
                if (isSent && destination == rank) {
                    expected.put(source, from(source, step));
                }
            }
        }
        if (isStarted) {
            expect(world.nonBlocking().exchange(values), expected);
        } else {
            assertThat(world.exchange(values)).isEqualTo(expected);
        }
    }

    private void blocks(int step, boolean isStarted) {
        int[] counts = new int[size];
        Arrays.setAll(counts, r -> random.nextInt(4));
        Blocks blocks = Blocks.of(counts);
        int[] own = new int[counts[rank]];
        Arrays.fill(own, rank + step);
        int[] all = new int[IntStream.of(counts).sum()];
        int[] expected = IntStream.range(0, size)
                .flatMap(r -> IntStream.generate(() -> r + step).limit(counts[r]))
                .toArray();
        if (isStarted) {
            Request<?> request = world.nonBlocking().allGather(DirectBuffer.of(own), DirectBuffer.of(all), blocks);
            later(() -> {
                request.await();
                assertThat(all).isEqualTo(expected);
            });
        } else {
            world.allGather(DirectBuffer.of(own), DirectBuffer.of(all), blocks);
            assertThat(all).isEqualTo(expected);
        }
    }
}
