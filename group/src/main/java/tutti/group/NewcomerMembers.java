package tutti.group;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.Newcomer;
import tutti.group.launch.JobArguments;
import tutti.serialization.codec.Codecs;

/** How the member of a process that comes later enters the group that takes it in. */
final class NewcomerMembers {
    private NewcomerMembers() {}

    /** Waits at the ports of a job. */
    static Newcomer await(JobArguments arguments) {
        return Newcomer.await(
                arguments.job(), Codecs.load(arguments.serialization()).identity(), arguments.join());
    }

    /** Waits at the ports of the job that this process was one of, if it was started again; else returns null. */
    static @Nullable Newcomer awaitAgain(JobArguments arguments) {
        List<String> ports = arguments.again();
        return ports.isEmpty()
                ? null
                : Newcomer.awaitAgain(
                        arguments.job(), Codecs.load(arguments.serialization()).identity(), ports);
    }

    /** Joins the job that has taken this process in. */
    static JobPart join(Newcomer newcomer, JobArguments arguments) {
        try (newcomer) {
            return JobPart.first(arguments.withPlace(newcomer.job(), newcomer.members()));
        }
    }

    /**
     * A group that has taken a newcomer in.
     *
     * @param state what it begins with
     */
    record Entered(ColGroup group, @Nullable Object state) {}

    /** Has this process' member enter, and waits until all are in the group. */
    static Entered enter(JobPart part, @Nullable Newcomer newcomer, ColMember member) {
        Newcomer place = given(newcomer);
        Duration limit = place.job().joinTimeout();
        ColGroup group =
                part.enter(Arguments.given("member", member), place.group(), place.rank(), place.members(), limit);
        Communicator larger = group.communicator(member);
        Object state = place.getsState() ? GrowthStates.receive(larger) : null;
        GrowthStates.awaitAgreement(larger);
        return new Entered(group, state);
    }

    private static Newcomer given(@Nullable Newcomer newcomer) {
        if (newcomer == null) {
            throw new IllegalStateException(
                    "this process began with its job, and enters groups by their names; only one started by tutti join"
                            + " enters a group that grows");
        }
        return newcomer;
    }
}
