package tutti.group;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.operation.CompositeCall;
import tutti.group.GroupException.Reason;
import tutti.group.proto.GroupDescription;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.PointToPoint;
import tutti.messaging.runtime.ToldFailure;
import tutti.serialization.TuttiException;

/**
 * How two groups agree on a group of the members of both, without the registry.
 *
 * <p>Their leaders exchange the groups' members in a group that both leaders are in, and tell the others. What a leader
 * cannot do, it tells too, so that none waits for ever.
 */
final class GroupPairing {
    /** The context of a group in which leaders agree. */
    private static final int CONTEXT = 5;

    private final Communicator local;
    private final int localLeader;
    private final @Nullable Communicator peers; // given at the leader
    private final int remoteLeader;
    private final int tag;

    GroupPairing(Communicator local, int localLeader, @Nullable Communicator peers, int remoteLeader, int tag) {
        this.local = local;
        this.localLeader = localLeader;
        this.peers = peers;
        this.remoteLeader = remoteLeader;
        this.tag = tag;
    }

    /**
     * A group of both.
     *
     * @param start rank in it of the first member of this side
     */
    record Pair(Communicator both, int start, int remoteStart, int remoteSize) {}

    /** What a leader tells the other members of its side: the descriptions of the groups, or why there are none. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Agreement(
            byte[] own,
            byte[] other,
            boolean isFirst,
            @Nullable Failure failure) implements Serializable {}

    /**
     * Why a leader has no agreement.
     *
     * @param lost whether a member was lost
     * @param rank that member's, where the leaders meet
     */
    private record Failure(String told, boolean lost, int rank, int process, String host) implements Serializable {
        static Failure of(Throwable why) {
            return why instanceof MemberFailedException lost
                    ? new Failure(
                            ToldFailure.encode(String.valueOf(lost.getMessage()), lost.getCause()),
                            true,
                            lost.rank(),
                            lost.process(),
                            lost.host())
                    : new Failure(ToldFailure.encode(why.toString(), null), false, -1, -1, "");
        }

        TuttiException toException(String place) {
            ToldFailure failure = ToldFailure.decode(told);
            String message =
                    "the leader of this side has not agreed with the other: %s: %s".formatted(place, failure.text());
            return lost
                    ? new MemberFailedException(message, failure.cause(), rank, process, host)
                            .during("create of an intercommunicator")
                    : new GroupException(Reason.NOT_AGREED, message);
        }
    }

    /** Has the groups agree; called by all members of both. */
    Pair agree() {
        return CompositeCall.run("create of an intercommunicator", this::agreed);
    }

    private Pair agreed() {
        GroupDescription own = local.description().toBuilder()
                .setId(local.member().newGroupId(local.job()))
                .build();
        Agreement agreement = tell(() -> exchange(own));
        GroupDescription ours = parse(agreement.own());
        GroupDescription theirs = parse(agreement.other());
        boolean isFirst = agreement.isFirst();
        MemberGroup first = MemberGroup.of(isFirst ? ours : theirs);
        MemberGroup second = MemberGroup.of(isFirst ? theirs : ours);
        if (first.intersection(second).size() > 0) {
            throw new IllegalArgumentException(
                    "a member is on both sides: group=%s other group=%s; let the sides have no member in common"
                            .formatted(ours.getName(), theirs.getName()));
        }
        Communicator both = local.member()
                .derive(
                        local.job(),
                        GroupDescription.newBuilder()
                                .setId((isFirst ? ours : theirs).getId())
                                .setName(
                                        (isFirst ? ours : theirs).getName() + "+" + (isFirst ? theirs : ours).getName())
                                .addAllMembers(first.references())
                                .addAllMembers(second.references())
                                .build());
        local.barrier(); // this side has opened its mailboxes
        var _ = tell(() -> exchange(own)); // and the other
        return new Pair(
                both,
                isFirst ? 0 : theirs.getMembersCount(),
                isFirst ? ours.getMembersCount() : 0,
                theirs.getMembersCount());
    }

    /** What a leader does. */
    private interface Step {
        Agreement run();
    }

    /** Has the leader do something, and returns to all of its side what came of it. */
    private Agreement tell(Step step) {
        if (local.rank() != localLeader) {
            Agreement told = Objects.requireNonNull(local.<@Nullable Agreement>broadcast(null, localLeader));
            if (told.failure() != null) {
                throw told.failure().toException("group=%s leader rank=%d".formatted(local.name(), localLeader));
            }
            return told;
        }
        Agreement made;
        try {
            made = step.run();
        } catch (RuntimeException | Error e) {
            local.broadcast(new Agreement(new byte[0], new byte[0], true, Failure.of(e)), localLeader);
            throw e;
        }
        return local.broadcast(made, localLeader);
    }

    /** Tells the other leader of this side, and returns what it tells of its own. */
    private Agreement exchange(GroupDescription own) {
        Communicator among = Arguments.given("peers", peers);
        among.check("remoteLeader", remoteLeader);
        if (local.members().rankOf(among.members(), remoteLeader) != MemberGroup.NO_RANK) {
            throw new IllegalArgumentException(
                    "the leader of the other side is on this one: remoteLeader=%d group=%s this side=%s; name a member of the other side"
                            .formatted(remoteLeader, among.name(), local.name()));
        }
        Endpoint endpoint = among.begin();
        PointToPoint messages = endpoint.messages();
        byte[] ours = own.toByteArray();
        return Messages.run(endpoint, "create of an intercommunicator", remoteLeader, tag, () -> {
            messages.sendValue(remoteLeader, CONTEXT, tag, ours);
            byte[] theirs =
                    (byte[]) Objects.requireNonNull(endpoint.take(messages.receive(remoteLeader, CONTEXT, tag)));
            return new Agreement(ours, theirs, among.rank() < remoteLeader, null);
        });
    }

    private static GroupDescription parse(byte[] bytes) {
        try {
            return GroupDescription.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("malformed description of a group: lengthBytes=" + bytes.length, e);
        }
    }
}
