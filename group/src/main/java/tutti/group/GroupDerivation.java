package tutti.group;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.operation.CompositeCall;
import tutti.collectives.operation.MakeGroups;
import tutti.group.proto.GroupDescription;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.PointToPoint;
import tutti.messaging.signature.Hashing;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * How members of a group agree on groups of their own, without the registry.
 *
 * <p>The member that has rank 0 in a new group gives its identity. No one returns before all have opened their
 * mailboxes: a message to a group that its receiver does not know yet would be dropped.
 */
final class GroupDerivation {
    /** A member takes part in a split, and is in none of its groups. */
    static final int NO_COLOUR = -1;

    /** The context of a group in which some of its members agree on another. */
    private static final int CONTEXT = 3;

    private static final int FIELDS = 4;

    private final BufferCommunication parent;
    private final CallingMember member;
    private final Object job;
    private final MemberGroup members; // of the parent

    GroupDerivation(BufferCommunication parent, CallingMember member, Object job, MemberGroup members) {
        this.parent = parent;
        this.member = member;
        this.job = job;
        this.members = members;
    }

    /**
     * Has the members agree on a group for each colour; called by all.
     *
     * @param making the call by which all make them
     * @return the place of this member's group, for {@link #NO_COLOUR} of none
     */
    List<Communicator> split(
            BiFunction<DirectBuffer, DirectBuffer, MakeGroups> making, int colour, int key, String name) {
        return split(making, colour, key, name, 0);
    }

    /**
     * Has the members make one group of all.
     *
     * @throws MismatchedCallException if another member gives it another name
     */
    Communicator duplicate(String name) {
        return split(MakeGroups::duplicate, 0, 0, name, name.hashCode()).getFirst();
    }

    private List<Communicator> split(
            BiFunction<DirectBuffer, DirectBuffer, MakeGroups> making, int colour, int key, String name, int agreed) {
        int size = parent.size();
        long[] own = {colour, key, member.newGroupId(job), agreed};
        long[] all = new long[FIELDS * size];
        MakeGroups call = making.apply(DirectBuffer.of(own), DirectBuffer.of(all));
        parent.run(Call.of(call));
        requireOneName(all, name);
        List<Communicator> made = List.of();
        if (colour != NO_COLOUR) {
            int[] ranks = IntStream.range(0, size)
                    .filter(rank -> all[FIELDS * rank] == colour)
                    .boxed()
                    .sorted((a, b) -> { // stable: members with one key keep their order
                        return Long.compare(all[FIELDS * a + 1], all[FIELDS * b + 1]);
                    })
                    .mapToInt(rank -> rank)
                    .toArray();
            made = List.of(member.derive(job, description(name, all[FIELDS * ranks[0] + 2], members.include(ranks))));
        }
        CompositeCall.run(call.toString(), parent::barrier);
        return made;
    }

    private void requireOneName(long[] all, String name) {
        for (int rank = 1; rank < parent.size(); rank++) {
            if (all[FIELDS * rank + FIELDS - 1] != all[FIELDS - 1]) {
                throw new MismatchedCallException(
                        "members give a duplicate different names: group=%s ranks=0,%d here rank=%d name=%s; let all give it the same"
                                .formatted(parent.name(), rank, parent.rank(), name));
            }
        }
    }

    /**
     * Has some members agree on a group of them; called by these.
     *
     * @param tag tells groups apart that are made at the same time
     * @throws MismatchedCallException if another of them names other members, or another order; breaks this group
     */
    Communicator create(MemberGroup group, int tag, String name) {
        int rank = group.rankOf(members, parent.rank());
        if (rank == MemberGroup.NO_RANK) {
            throw new IllegalArgumentException(
                    "the calling member is not in the group that it creates: here rank=%d group=%s; let only its members call create"
                            .formatted(parent.rank(), parent.name()));
        }
        int[] ranks = group.translate(IntStream.range(0, group.size()).toArray(), members);
        for (int each : ranks) {
            if (each == MemberGroup.NO_RANK) {
                throw new IllegalArgumentException(
                        "a member of the new group is not in this one: group=%s size=%d; create it from a group that has all its members"
                                .formatted(parent.name(), group.size()));
            }
        }
        Endpoint endpoint = parent.begin();
        Tree tree = new Tree(endpoint, ranks, rank, tag);
        return Messages.run(endpoint, "create", OperationRecord.NO_PEER, tag, () -> {
            long id = tree.down(rank == 0 ? member.newGroupId(job) : 0);
            Communicator made = member.derive(job, description(name, id, group));
            tree.up();
            tree.down(id);
            return made;
        });
    }

    /** Returns the place of this member's group of a window, whose identity all know; called by all members. */
    WindowGroup window(long id, @Nullable Duration deadline) {
        return view(member.derive(job, description(parent.name() + "/window", id, members))
                .withDeadline(deadline));
    }

    private WindowGroup view(Communicator window) {
        CallingMember acting = member;
        String name = window.name();
        return new WindowGroup(
                window,
                () -> acting.acts(name),
                window.endpoint(),
                window::leave,
                deadline -> view(window.within(deadline)));
    }

    private static GroupDescription description(String name, long id, MemberGroup members) {
        return GroupDescription.newBuilder()
                .setId(id)
                .setName(name)
                .addAllMembers(members.references())
                .build();
    }

    /** The binomial tree of the new group's members, over messages of the old one. */
    private static final class Tree {
        private final Endpoint endpoint;
        private final int[] ranks; // in the old group, by rank in the new one
        private final int rank;
        private final int tag;
        private final long members; // the same number at all that name the same members in the same order

        Tree(Endpoint endpoint, int[] ranks, int rank, int tag) {
            this.endpoint = endpoint;
            this.ranks = ranks;
            this.rank = rank;
            this.tag = tag;
            members = Hashing.of(ranks);
        }

        private int lowestBit() {
            return rank == 0 ? Integer.highestOneBit(Math.max(1, ranks.length - 1)) << 1 : Integer.lowestOneBit(rank);
        }

        /** Hands a number of rank 0 to all. */
        long down(long number) {
            long known = rank == 0 ? number : receive(rank - lowestBit());
            for (int bit = lowestBit() >> 1; bit > 0; bit >>= 1) {
                send(rank + bit, known);
            }
            return known;
        }

        /** Lets rank 0 return when all have called this. */
        void up() {
            for (int bit = 1; bit < lowestBit(); bit <<= 1) {
                if (rank + bit < ranks.length) {
                    receive(rank + bit);
                }
            }
            if (rank > 0) {
                send(rank - lowestBit(), 0);
            }
        }

        private void send(int to, long number) {
            if (to < ranks.length) {
                long[] message = {members, number};
                endpoint.messages().sendValue(ranks[to], CONTEXT, tag, message);
            }
        }

        private long receive(int from) {
            PointToPoint messages = endpoint.messages();
            Object message = endpoint.take(messages.receive(ranks[from], CONTEXT, tag));
            long[] received = (long[]) Objects.requireNonNull(message);
            if (received[0] != members) {
                MismatchedCallException mismatch = new MismatchedCallException(
                        "members create a group of different members: here %s members=%s; %s passes others, or another order; let all pass the same"
                                .formatted(
                                        endpoint.describe(endpoint.rank()),
                                        Arrays.toString(ranks),
                                        endpoint.describe(ranks[from])));
                endpoint.fail(mismatch); // the others of either group wait for messages of this member
                throw mismatch;
            }
            return received[1];
        }
    }
}
