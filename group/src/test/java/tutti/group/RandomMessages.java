package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;
import static tutti.group.Communicator.NO_MEMBER;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/** The steps of a random program in which members send each other messages: in a group, or between two. */
final class RandomMessages {
    private static final String TO_BUFFER = "(DirectBuffer,int)";

    private final RandomMember member;
    private final Random random;
    private final Random own;
    private final int rank;
    private final int size;
    private Communicator loose; // in which receives take any tag

    RandomMessages(RandomMember member) {
        this.member = member;
        random = member.random;
        own = member.own;
        rank = member.rank;
        size = member.size;
    }

    /** Takes a step in the program's group. */
    void step(int length) {
        switch (random.nextInt(6)) {
            case 0, 1 -> inOrder(Ends.in(member.world), length);
            case 2 -> fromAny(Ends.in(member.world), length);
            case 3 -> pairs(length);
            case 4 -> ofAnyTag();
            default -> future();
        }
    }

    /** Takes a step between two sides, which have the members of even and of odd ranks. */
    void step(Intercommunicator sides, int length) {
        switch (random.nextInt(3)) {
            case 0 -> inOrder(Ends.between(sides), length);
            case 1 -> fromAny(Ends.between(sides), length);
            default -> sidesInPairs(sides);
        }
    }

    /** The members that messages go between: all of one group, or those of the other side. */
    private record Ends(Object group, boolean isOneGroup) {
        static Ends in(Communicator group) {
            return new Ends(group, true);
        }

        static Ends between(Intercommunicator sides) {
            return new Ends(sides, false);
        }

        boolean connect(int source, int destination) {
            return isOneGroup || source % 2 != destination % 2;
        }

        /** Returns the rank at this end of a member of the program's group. */
        int rankOf(int member) {
            return isOneGroup ? member : member / 2;
        }

        Object withTag(int tag) {
            return PublicOperations.call(group, "withTag(int)", tag);
        }
    }

    /** A message, and how it is sent. */
    private record Message(int source, int destination, int number, int manner) {}

    private List<Message> draw(Ends ends) {
        List<Message> drawn = new ArrayList<>();
        for (int count = random.nextInt(3 * size) + 1; count > 0; count--) {
            Message next = new Message(random.nextInt(size), random.nextInt(size), drawn.size(), random.nextInt(6));
            if (ends.connect(next.source(), next.destination())) {
                drawn.add(next);
            }
        }
        return drawn;
    }

    private int[] content(Message message, int length) {
        int[] content = new int[3 + length];
        Arrays.fill(content, 7);
        content[0] = message.source();
        content[1] = member.step();
        content[2] = message.number();
        return content;
    }

    // ---------------------------------------------------------------- sends

    private void send(Ends ends, Object tagged, Message message, int length, boolean mayWait) {
        int[] content = content(message, length);
        Object value = own.nextBoolean() ? content : DirectBuffer.of(content);
        String operation = (own.nextBoolean() ? "sendSync" : "sendAsync") + "(Object,int)";
        int to = ends.rankOf(message.destination());
        switch (message.manner()) {
            case 0, 1 -> {
                boolean waits = message.manner() == 0 && mayWait && message.source() != message.destination();
                member.call(tagged, waits ? "sendSync(Object,int)" : "sendAsync(Object,int)", value, to);
            }
            case 2, 3 -> {
                Object starting = member.call(tagged, "nonBlocking()");
                sent((Request<?>) member.call(starting, operation, value, to));
            }
            default -> {
                if (ends.isOneGroup()) {
                    Object preparing = member.call(tagged, "persistent()");
                    sent(((PersistentRequest<?>) member.call(preparing, operation, value, to)).start());
                } else {
                    member.call(tagged, "sendAsync(Object,int)", value, to);
                }
            }
        }
        Arrays.fill(content, -1); // was captured
    }

    private void sent(Request<?> request) {
        member.later(request, result -> assertThat(result).isNull());
    }

    // ---------------------------------------------------------------- receives

    /** What arrived. */
    private interface Arrival {
        /** Checks the content, and the status if there is one. */
        void check(int[] content, Status status);
    }

    /** Receives a message in one of many manners; what it brings is checked now or later. */
    private void receive(Ends ends, Object tagged, int source, int length, Arrival arrival) {
        int[] target = new int[3 + length];
        boolean isBuffer = own.nextBoolean();
        switch (own.nextInt(ends.isOneGroup() ? 8 : 6)) {
            case 0 -> {
                if (isBuffer) {
                    callOften(hasty(tagged), "receive" + TO_BUFFER, DirectBuffer.of(target), source);
                    arrival.check(target, null);
                } else {
                    arrival.check((int[]) callOften(hasty(tagged), "receive(int)", source), null);
                }
            }
            case 1 -> {
                if (isBuffer) {
                    Object status =
                            callOften(hasty(tagged), "receiveWithStatus" + TO_BUFFER, DirectBuffer.of(target), source);
                    arrival.check(target, (Status) status);
                } else {
                    check((Received<?>) callOften(hasty(tagged), "receiveWithStatus(int)", source), arrival);
                }
            }
            case 2 -> probed(tagged, source, target, arrival);
            case 3 -> matched(tagged, source, isBuffer, target, arrival);
            case 4, 5 -> {
                Object starting = member.call(tagged, "nonBlocking()");
                started(
                        (object, operation) -> (Request<?>) call(starting, object, operation, source),
                        isBuffer,
                        target,
                        arrival);
            }
            default -> {
                Object preparing = member.call(tagged, "persistent()");
                started(
                        (object, operation) ->
                                ((PersistentRequest<?>) call(preparing, object, operation, source)).start(),
                        isBuffer,
                        target,
                        arrival);
            }
        }
    }

    /** Returns a view in which operations may end before a message has come, or a part of it, or the view itself. */
    private Object hasty(Object view) {
        return own.nextInt(3) > 0
                ? view
                : PublicOperations.call(view, "within(Duration)", Duration.ofNanos(1 + own.nextInt(400_000)));
    }

    /** Calls an operation until it does not end by a deadline. */
    private Object callOften(Object target, String operation, Object... arguments) {
        while (true) {
            try {
                return member.call(target, operation, arguments);
            } catch (DeadlineExceededException e) {
                Thread.onSpinWait(); // the message is not lost
            }
        }
    }

    private Object call(Object view, DirectBuffer target, String operation, int source) {
        return target == null
                ? member.call(view, operation + "(int)", source)
                : member.call(view, operation + TO_BUFFER, target, source);
    }

    private static void check(Received<?> received, Arrival arrival) {
        arrival.check((int[]) received.value(), received.status());
    }

    private void started(
            BiFunction<DirectBuffer, String, Request<?>> starting, boolean isBuffer, int[] target, Arrival arrival) {
        DirectBuffer buffer = isBuffer ? DirectBuffer.of(target) : null;
        if (own.nextBoolean()) {
            member.later(
                    starting.apply(buffer, "receive"),
                    result -> arrival.check(isBuffer ? target : (int[]) result, null));
        } else {
            member.later(starting.apply(buffer, "receiveWithStatus"), result -> {
                if (isBuffer) {
                    arrival.check(target, (Status) result);
                } else {
                    check((Received<?>) result, arrival);
                }
            });
        }
    }

    /** Looks for a message, and then receives it. */
    private void probed(Object tagged, int source, int[] target, Arrival arrival) {
        Status status = own.nextBoolean()
                ? (Status) member.call(tagged, "probe(int)", source)
                : (Status) untilThere(tagged, "tryProbe(int)", source);
        callOften(hasty(tagged), "receive" + TO_BUFFER, DirectBuffer.of(target), status.source());
        arrival.check(target, status);
    }

    private Object untilThere(Object tagged, String operation, int source) {
        while (true) {
            Optional<?> found = (Optional<?>) member.call(tagged, operation, source);
            if (found.isPresent()) {
                return found.get();
            }
            RandomMember.pause();
        }
    }

    private void matched(Object tagged, int source, boolean isBuffer, int[] target, Arrival arrival) {
        ProbedMessage message = own.nextBoolean()
                ? (ProbedMessage) callOften(hasty(tagged), "matchedProbe(int)", source)
                : (ProbedMessage) untilThere(tagged, "tryMatchedProbe(int)", source);
        if (isBuffer) {
            callOften(message, "receive(DirectBuffer)", DirectBuffer.of(target));
            arrival.check(target, message.status());
        } else {
            arrival.check((int[]) callOften(message, "receive()"), message.status());
        }
    }

    private void check(Ends ends, Status status, int source, int length) {
        if (status != null) {
            assertThat(status.source()).isEqualTo(ends.rankOf(source));
            assertThat(status.tag()).isEqualTo(1 + member.step());
            assertThat(status.length()).isEqualTo(3 + length);
        }
    }

    // ---------------------------------------------------------------- steps

    /** Members send and receive in one order that all know; each receive names its source. */
    private void inOrder(Ends ends, int length) {
        Object tagged = ends.withTag(1 + member.step());
        for (Message message : draw(ends)) {
            if (message.source() == rank) {
                send(ends, tagged, message, length, true);
            }
            if (message.destination() == rank) {
                int[] expected = content(message, length);
                receive(ends, tagged, ends.rankOf(message.source()), length, (content, status) -> {
                    assertThat(content).isEqualTo(expected);
                    check(ends, status, message.source(), length);
                });
            }
        }
    }

    /** Members receive from any source: all messages, those of one source in the order of sending. */
    private void fromAny(Ends ends, int length) {
        Object tagged = ends.withTag(1 + member.step());
        List<Message> incoming = new ArrayList<>();
        for (Message message : draw(ends)) {
            if (message.source() == rank) {
                send(ends, tagged, message, length, false);
            }
            if (message.destination() == rank) {
                incoming.add(message);
            }
        }
        int[][] arrived = new int[incoming.size()][];
        for (int i = 0; i < arrived.length; i++) {
            int number = i;
            receive(ends, tagged, ANY_SOURCE, length, (content, status) -> {
                arrived[number] = content;
                check(ends, status, content[0], length);
                if (Arrays.stream(arrived).allMatch(each -> each != null)) {
                    checkAll(incoming, arrived, length);
                }
            });
        }
    }

    private void checkAll(List<Message> incoming, int[][] arrived, int length) {
        Map<Integer, List<int[]>> expected = new HashMap<>();
        for (Message message : incoming) {
            expected.computeIfAbsent(message.source(), _ -> new ArrayList<>()).add(content(message, length));
        }
        for (int[] content : arrived) {
            List<int[]> ofSource = expected.get(content[0]);
            assertThat(ofSource)
                    .as("more from rank=%d than it has sent", content[0])
                    .isNotEmpty();
            assertThat(content).isEqualTo(ofSource.removeFirst());
        }
    }

    /** Each member sends to one, and receives from one, in one call; pairs send each other something. */
    private void pairs(int length) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(order, random);
        int at = order.indexOf(rank);
        Object tagged = member.world.withTag(1 + member.step());
        sendReceive(tagged, order.get((at + 1) % size), order.get((at + size - 1) % size), length);
        int partner = (at ^ 1) < size ? order.get(at ^ 1) : NO_MEMBER;
        sendReceive(tagged, partner, partner, length);
        if (partner == NO_MEMBER) {
            return;
        }
        long[] target = {-1};
        assertThat(member.call(tagged, "rendezvous(Object,int)", member.from(rank), partner))
                .isEqualTo(member.from(partner));
        member.call(
                tagged,
                "rendezvous(DirectBuffer,DirectBuffer,int)",
                DirectBuffer.of(new long[] {rank}),
                DirectBuffer.of(target),
                partner);
        assertThat(target).containsExactly(partner);
    }

    private void sendReceive(Object tagged, int destination, int source, int length) {
        assertThat(member.call(tagged, "sendReceive(Object,int,int)", member.from(rank), destination, source))
                .isEqualTo(source == NO_MEMBER ? null : member.from(source));
        RandomMemory target = RandomMemory.empty(own, RandomMemory.TYPES.get(member.step() % 7), length);
        RandomMemory sent =
                RandomMemory.of(own, RandomMemory.TYPES.get(member.step() % 7), RandomBuffers.values(rank, 0, length));
        member.call(
                tagged,
                "sendReceive(DirectBuffer,int,DirectBuffer,int)",
                sent.buffer(),
                destination,
                target.buffer(),
                source);
        target.check(
                source == NO_MEMBER
                        ? IntStream.range(0, length).mapToLong(_ -> 99).toArray()
                        : RandomBuffers.values(source, 0, length));
    }

    /** The members of ranks 0 and 1 of the program's group send each other something, and so on. */
    private void sidesInPairs(Intercommunicator sides) {
        int partner = rank ^ 1;
        int there = partner < size ? partner / 2 : NO_MEMBER;
        Object tagged = sides.withTag(1 + member.step());
        assertThat(member.call(tagged, "sendReceive(Object,int,int)", member.from(rank), there, there))
                .isEqualTo(there == NO_MEMBER ? null : member.from(partner));
        long[] target = {-1};
        member.call(
                tagged,
                "sendReceive(DirectBuffer,int,DirectBuffer,int)",
                DirectBuffer.of(new long[] {rank}),
                there,
                DirectBuffer.of(target),
                there);
        assertThat(target).containsExactly(there == NO_MEMBER ? -1 : partner);
    }

    /** Receives take the messages of one source in the order in which it has sent them, whatever their tags. */
    private void ofAnyTag() {
        if (loose == null) {
            loose = (Communicator) member.call(member.world, "duplicate(String)", "loose");
        }
        int count = 1 + random.nextInt(5);
        int[] tags = random.ints(count, 0, 3).toArray();
        int to = (rank + 1) % size;
        int from = (rank + size - 1) % size;
        for (int i = 0; i < count; i++) {
            member.call(loose.withTag(tags[i]), "sendAsync(Object,int)", member.from(rank) + i, to);
        }
        for (int i = 0; i < count; i++) {
            Received<?> received = (Received<?>) member.call(
                    loose.withTag(ANY_TAG), "receiveWithStatus(int)", own.nextBoolean() ? ANY_SOURCE : from);
            assertThat(received.value()).isEqualTo(member.from(from) + i);
            assertThat(received.tag()).isEqualTo(tags[i]);
        }
        loose.barrier(); // the next messages are of another step
    }

    /** A request for work of the program, which another thread does. */
    private void future() {
        CompletableFuture<String> work = new CompletableFuture<>();
        Request<?> request = (Request<?>)
                member.call(member.call(member.world, "nonBlocking()"), "request(CompletableFuture)", work);
        member.later(request, result -> assertThat(result).isEqualTo("done"));
        Thread.startVirtualThread(() -> work.complete("done"));
    }
}
