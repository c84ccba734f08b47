package tutti.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.BytesPayload;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.signature.GroupLayout;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Encoded;
import tutti.serialization.OperationInterruptedException;

/**
 * What the members of one simulated group send each other, and what must hold of it.
 *
 * <p>Flows are streams that depend on nothing else: some have several senders, in others operations are cancelled.
 * Conversations pass messages on from member to member.
 */
final class SimulatedTraffic {
    private static final int CONVERSATION_TAG = 5;
    private static final int HEAD = 4; // numbers that say which message it is

    /** How much later than its deadline an operation may end: every step of a thread takes its time. */
    private static final long SLACK_NANOS = 60 * 1_000_000L;

    private final SimulatedNetwork network;
    private final Simulation simulation;
    private final RandomGenerator random;
    private final GroupLayout layout;
    private final List<Endpoint> members;
    private final Map<Integer, Integer> busy = new HashMap<>(); // actors of each rank that have not ended
    private final List<Worker> workers = new ArrayList<>();

    SimulatedTraffic(SimulatedNetwork network, GroupLayout layout) {
        this.network = network;
        this.layout = layout;
        simulation = network.simulation();
        random = network.random();
        members = network.open(layout);
    }

    /** One thread of a member, and how it ended. */
    final class Worker {
        private final int rank;
        private final Simulation.Actor actor;
        private @Nullable MemberFailedException failure;
        private long endedAt;

        private Worker(String name, int rank, Work work) {
            this.rank = rank;
            busy.merge(rank, 1, Integer::sum);
            actor = simulation
            .new Actor(
                    layout.name() + " rank " + rank + " " + name,
                    network.process(layout.processOf(rank)),
                    () -> run(work));
            workers.add(this);
        }

        private void run(Work work) {
            try {
                work.run(this);
                simulation.note(() -> "%s is done".formatted(actor));
            } catch (MemberFailedException e) {
                failure = e;
                simulation.note(() -> "%s has failed: %s".formatted(actor, e.getMessage()));
                if (layout.failsAsWhole() && isBroken()) {
                    failsForEver(e);
                }
            }
            actor.interruptible(false);
            endedAt = simulation.now();
            if (busy.merge(rank, -1, Integer::sum) == 0) {
                members.get(rank).leave();
            }
        }

        private boolean isBroken() {
            try {
                members.get(rank).calls().throwIfEnded();
                return false;
            } catch (MemberFailedException e) {
                return true;
            }
        }

        /** Every later operation of a broken group ends in the same way. */
        private void failsForEver(MemberFailedException first) {
            Endpoint self = members.get(rank);
            Integer other = (rank + 1) % layout.size();
            List<Runnable> operations = List.of(
                    () -> self.receive(other, 50),
                    () -> self.send(other, 50, CallSignature.NONE, self.capture(1)),
                    () -> self.messages().sendAndAwaitTaken(other, 50, 0, self.capture(1)),
                    () -> self.messages().receive(other, 50, Endpoint.ANY, DirectBuffer.of(new int[10])));
            try {
                operations.get(random.nextInt(operations.size())).run();
                throw new AssertionError("operation in a broken group: " + this + " after " + first);
            } catch (MemberFailedException again) {
                if (again.rank() != first.rank()) {
                    throw new AssertionError("another failure: " + this + ": first " + first + ", then " + again);
                }
            }
        }

        Simulation.Actor actor() {
            return actor;
        }

        boolean isAtLivingProcess() {
            return network.process(layout.processOf(rank)).runs();
        }

        int process() {
            return layout.processOf(rank);
        }

        @Nullable
        MemberFailedException failure() {
            return failure;
        }

        long endedAt() {
            return endedAt;
        }

        @Override
        public String toString() {
            return actor.toString();
        }
    }

    private interface Work {
        void run(Worker self);
    }

    GroupLayout layout() {
        return layout;
    }

    /** Returns whether a member has left the group in good order, as its own process knows. */
    boolean hasLeft(int rank) {
        return members.get(rank).hasLeft();
    }

    List<Worker> workers() {
        return workers;
    }

    Endpoint member(int rank) {
        return members.get(rank);
    }

    /** Members that no one has given anything to do leave at once. */
    void letIdleMembersLeave() {
        for (int rank = 0; rank < layout.size(); rank++) {
            if (!busy.containsKey(rank)) {
                network.process(layout.processOf(rank)).post(simulation.delay(), members.get(rank)::leave);
            }
        }
    }

    // ---------------------------------------------------------------- flows

    /** Starts a stream between two members, unless there is one. */
    void addFlow(int number, int source, int destination, int tag) {
        Flow flow = new Flow(number, source, destination, tag);
        for (int sender = 0; sender < flow.senders; sender++) {
            int index = sender;
            new Worker("sends in flow " + number, source, self -> flow.sendAll(self, index));
        }
        new Worker("receives in flow " + number, destination, flow::receiveAll);
    }

    private final class Flow {
        private final int number;
        private final int source;
        private final int destination;
        private final int tag;
        private final int count = 1 + random.nextInt(10);
        private final boolean cancels = random.nextBoolean();
        private final int senders = !cancels && simulation.oneIn(3) ? 2 : 1;
        private final int fixedLength = random.nextBoolean() ? 0 : randomLength();
        private final boolean slow = simulation.oneIn(4);

        Flow(int number, int source, int destination, int tag) {
            this.number = number;
            this.source = source;
            this.destination = destination;
            this.tag = tag;
            simulation.note(() -> "flow %d: group=%s %d -> %d tag=%d count=%d senders=%d cancels=%s length=%d slow=%s"
                    .formatted(
                            number,
                            layout.name(),
                            source,
                            destination,
                            tag,
                            count,
                            senders,
                            cancels,
                            fixedLength,
                            slow));
        }

        void sendAll(Worker self, int sender) {
            self.actor().interruptible(cancels);
            for (int index = 0; index <= count; index++) { // the last one says that no more will come
                send(sender, index);
            }
        }

        /** Sends a message, which is delivered also if the wait for room, or for its receiver, is cancelled. */
        private void send(int sender, int index) {
            boolean last = index == count;
            int[] content = message(sender, index);
            boolean limited = cancels && !last && simulation.oneIn(3);
            boolean buffer = !last && simulation.oneIn(3);
            boolean waits = !last && simulation.oneIn(3);
            Duration deadline = Duration.ofNanos(simulation.delay() + 1);
            Endpoint whole = members.get(source);
            Endpoint endpoint = limited ? whole.within(deadline) : whole;
            long start = simulation.now();
            try {
                if (buffer) {
                    DirectBuffer data = DirectBuffer.of(content);
                    if (waits) {
                        endpoint.messages().sendAndAwaitTaken(destination, tag, 0, data);
                    } else {
                        endpoint.send(destination, tag, CallSignature.NONE, data);
                    }
                    Arrays.fill(content, -1); // the caller's again
                } else if (waits) {
                    endpoint.messages().sendAndAwaitTaken(destination, tag, 0, capture(source, content, destination));
                } else {
                    endpoint.send(destination, tag, CallSignature.NONE, capture(source, content, destination));
                }
                if (limited) {
                    checkNotLate(simulation.now() - start - deadline.toNanos(), null);
                }
            } catch (DeadlineExceededException e) {
                checkDeadline(limited, start, deadline, e);
            } catch (OperationInterruptedException e) {
                checkInterrupt(e);
            }
            Arrays.fill(content, -1);
        }

        private void checkDeadline(boolean limited, long start, Duration deadline, RuntimeException e) {
            long after = simulation.now() - start - deadline.toNanos();
            if (!limited || after < 0) {
                throw new AssertionError("deadline too early", e);
            }
            checkNotLate(after, e);
        }

        private void checkNotLate(long after, @Nullable RuntimeException e) {
            if (after > SLACK_NANOS
                    && !network.process(layout.processOf(source)).wasFrozen()
                    && !network.process(layout.processOf(destination)).wasFrozen()) {
                throw new AssertionError("deadline too late: nanos=" + after, e);
            }
        }

        private void checkInterrupt(OperationInterruptedException e) {
            if (!cancels) {
                throw new AssertionError("no one has interrupted", e);
            }
        }

        void receiveAll(Worker self) {
            int[] next = new int[senders];
            int open = senders;
            int cancelled = 0;
            int missed = 0;
            while (open > 0) {
                // only what cannot be the last message may be dropped
                boolean mayCancel = cancels && next[0] + cancelled < count;
                self.actor().interruptible(mayCancel);
                if (slow && simulation.oneIn(3)) {
                    self.actor().pause(random.nextLong(50_000_000));
                }
                int[] value = receive(mayCancel && simulation.oneIn(2));
                if (value == null) {
                    cancelled++;
                    continue;
                }
                int sender = value[1];
                int index = value[2];
                if (value[0] != number || !Arrays.equals(value, message(sender, index))) {
                    throw new AssertionError("flow %d: wrong content: %s".formatted(number, Arrays.toString(value)));
                }
                missed += index - next[sender];
                if (index < next[sender] || missed > cancelled) {
                    throw new AssertionError("flow %d: expected sender=%d index=%d, got index=%d; cancelled=%d"
                            .formatted(number, sender, next[sender], index, cancelled));
                }
                next[sender] = index + 1;
                if (index == count) {
                    open--;
                }
            }
        }

        /** Returns null if the receive was cancelled. */
        private int @Nullable [] receive(boolean limited) {
            Duration deadline = Duration.ofNanos(simulation.delay() + 1);
            Endpoint whole = members.get(destination);
            Endpoint endpoint = limited ? whole.within(deadline) : whole;
            long start = simulation.now();
            try {
                int[] value;
                if (fixedLength > 0 && simulation.oneIn(2)) {
                    value = new int[fixedLength];
                    endpoint.messages().receive(source, tag, Endpoint.ANY, DirectBuffer.of(value));
                } else {
                    Message received = endpoint.receive(source, tag);
                    value = (int[]) endpoint.take(received);
                }
                if (limited) {
                    checkNotLate(simulation.now() - start - deadline.toNanos(), null);
                }
                return value;
            } catch (DeadlineExceededException e) {
                checkDeadline(limited, start, deadline, e);
            } catch (OperationInterruptedException e) {
                checkInterrupt(e);
            }
            return null;
        }

        private int[] message(int sender, int index) {
            int length = fixedLength > 0 ? fixedLength : lengthOf(number * 31 + sender * 7 + index);
            return content(length, number, sender, index, 0);
        }
    }

    private int randomLength() {
        return lengthOf(random.nextInt());
    }

    /** Mostly small, seldom as large as arrays that are lent instead of copied, or larger than the largest window. */
    private static int lengthOf(int choice) {
        int bits = Math.floorMod((choice * 0x9E3779B9) >>> 8, 14);
        return HEAD + Math.floorMod((choice * 0x85EBCA6B) >>> 4, 1 << bits);
    }

    private static int[] content(int length, int... head) {
        int[] content = Arrays.copyOf(head, length);
        for (int i = HEAD; i < length; i++) {
            content[i] = (head[0] * 1_000_003 + head[1] * 10_007 + head[2] * 101 + head[3]) ^ i;
        }
        return content;
    }

    private Payload capture(int rank, Object value, int destination) {
        Payload payload = members.get(rank).capture(value, destination);
        return layout.processOf(rank) == layout.processOf(destination) ? payload : inSmallChunks(payload);
    }

    private Payload inSmallChunks(Payload payload) {
        if (simulation.oneIn(2)) {
            return payload;
        }
        List<Chunk> chunks = new ArrayList<>();
        payload.encoded().forEach(chunk -> {
            for (int at = 0; at < chunk.length(); ) {
                int length = Math.min(chunk.length() - at, 1 + random.nextInt(1 + chunk.length() / 2));
                chunks.add(chunk.slice(at, length));
                at += length;
            }
        });
        return new BytesPayload(network.codec(), Encoded.of(chunks));
    }

    // ---------------------------------------------------------------- anything else

    /** Lets each member do the same. */
    void addWork(Consumer<Endpoint> work) {
        for (int rank = 0; rank < layout.size(); rank++) {
            Endpoint member = members.get(rank);
            new Worker("works", rank, self -> work.accept(member));
        }
    }

    // ---------------------------------------------------------------- conversations

    /** Lets messages pass from member to member, each along a way of its own. */
    void addConversation(int messages) {
        List<List<Integer>> ways = IntStream.range(0, messages)
                .mapToObj(index -> way(2 + random.nextInt(Math.min(3, layout.size() - 1))))
                .toList();
        for (int rank = 0; rank < layout.size(); rank++) {
            int me = rank;
            new Worker("converses", rank, self -> converse(me, ways));
        }
    }

    private List<Integer> way(int length) {
        List<Integer> ranks =
                new ArrayList<>(IntStream.range(0, layout.size()).boxed().toList());
        List<Integer> way = new ArrayList<>();
        for (int i = 0; i < length && !ranks.isEmpty(); i++) {
            Integer next = ranks.get(random.nextInt(ranks.size()));
            ranks.removeIf(next::equals);
            way.add(next);
        }
        return way;
    }

    private void converse(int rank, List<List<Integer>> ways) {
        Endpoint self = members.get(rank);
        for (int index = 0; index < ways.size(); index++) {
            List<Integer> way = ways.get(index);
            int place = way.indexOf(rank);
            if (place < 0) {
                continue;
            }
            boolean waits = (index & 1) == 0;
            int[] content = content(lengthOf(index * 13), index, way.getFirst(), way.getLast(), 0);
            if (place == 0) {
                passOn(self, way.get(1), capture(rank, content, way.get(1)), waits);
                continue;
            }
            Message received = self.receive(way.get(place - 1), CONVERSATION_TAG);
            if (place + 1 < way.size()) {
                passOn(self, way.get(place + 1), received.payload().share(), waits);
            }
            int[] value = (int[]) self.take(received);
            if (!Arrays.equals(value, content)) {
                throw new AssertionError("conversation: index=%d rank=%d: wrong content: %s"
                        .formatted(index, rank, Arrays.toString(value)));
            }
        }
    }

    private static void passOn(Endpoint self, int destination, Payload payload, boolean waits) {
        if (waits) {
            self.messages().sendAndAwaitTaken(destination, CONVERSATION_TAG, 0, payload);
        } else {
            self.send(destination, CONVERSATION_TAG, CallSignature.NONE, payload);
        }
    }
}
