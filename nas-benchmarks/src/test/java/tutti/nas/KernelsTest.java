package tutti.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.junit.Members;
import tutti.messaging.MemberFailedException;
import tutti.nas.cg.Cg;
import tutti.nas.ep.Ep;
import tutti.nas.is.Is;
import tutti.nas.kernel.Check;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;

/** Every kernel computes the suite's values, for any number of members. */
class KernelsTest {

    static Stream<Arguments> kernelsAndMembers() {
        return Kernels.ALL.stream()
                .flatMap(kernel -> Stream.of(1, 2, 4, 8).map(members -> Arguments.of(kernel, members)));
    }

    @ParameterizedTest
    @MethodSource("kernelsAndMembers")
    void shouldComputeClassS(Kernel kernel, int members) {
        assertVerified(run(kernel, ProblemClass.S, members), members);
    }

    static List<Kernel> kernels() {
        return Kernels.ALL;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldComputeClassW(Kernel kernel) {
        assertVerified(run(kernel, ProblemClass.W, 2), 2);
    }

    @Members(value = 4, jvms = 2)
    void shouldComputeOverTwoJvms(ColMember member, ColGroup group) {
        assertVerified(member.communicator(group));
    }

    @Tag("nightly")
    @Members(value = 2, jvms = 2, settings = "transport=grpc")
    void shouldComputeOverSockets(ColMember member, ColGroup group) {
        assertVerified(member.communicator(group));
    }

    private static void assertVerified(Communicator world) {
        assertThat(Kernels.ALL)
                .allSatisfy(
                        kernel -> assertThat(kernel.run(world, ProblemClass.S).checks())
                                .isNotEmpty()
                                .allMatch(Check::hasPassed));
    }

    @Test
    void shouldRefuseNumbersOfMembersThatAreNoPowerOfTwo() {
        assertThatThrownBy(() -> run(new Cg(), ProblemClass.S, 3))
                .isInstanceOf(MemberFailedException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage("CG needs a power of two of members: members=3; choose 2 or 4");
    }

    @Test
    void shouldComputeRanksOfKeysOnEightMembersInClassW() {
        assertVerified(run(new Is(), ProblemClass.W, 8), 8);
    }

    @Test
    void shouldDrawNumbersOnAnyNumberOfMembers() {
        assertVerified(run(new Ep(), ProblemClass.S, 3), 3);
    }

    private static void assertVerified(List<Outcome> outcomes, int members) {
        assertThat(outcomes).hasSize(members);
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.checks()).isNotEmpty().allMatch(Check::hasPassed);
            assertThat(outcome.seconds()).isPositive();
        });
        assertThat(outcomes.stream().distinct()).as("the same at each member").hasSize(1);
    }

    private static List<Outcome> run(Kernel kernel, ProblemClass problemClass, int members) {
        try (ColGroupMaster master = new ColGroupMaster()) {
            return master.run(members, world -> kernel.run(world, problemClass));
        }
    }
}
