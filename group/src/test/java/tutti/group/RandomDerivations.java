package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The steps of a random program that make groups of members of its own, which work and end. */
final class RandomDerivations {
    private final RandomMember member;
    private final Random random;
    private final int rank;
    private final int size;
    private Integer attribute;

    RandomDerivations(RandomMember member) {
        this.member = member;
        random = member.random;
        rank = member.rank;
        size = member.size;
    }

    void step() {
        assertThat(member.world.attributes().get(RandomDerivations.class)).isEqualTo(attribute);
        attribute = member.step();
        member.world.attributes().put(RandomDerivations.class, attribute);
        switch (random.nextInt(5)) {
            case 0 -> split();
            case 1 -> splitSome();
            case 2 -> splitByPlace();
            case 3 -> duplicate();
            default -> create();
        }
    }

    /** Members of a new group, which share nothing with the old one, tell each other their old ranks. */
    private void use(Communicator part, List<Integer> expected) {
        assertThat(part.attributes()).isEmpty();
        assertThat(part.<Integer>allGather(rank)).isEqualTo(expected);
        member.call(part, "leave()");
    }

    private List<Integer> all() {
        return IntStream.range(0, size).boxed().toList();
    }

    private void split() {
        int[] colours = random.ints(size, 0, 3).toArray();
        List<Integer> expected = new ArrayList<>(
                all().stream().filter(r -> colours[r] == colours[rank]).toList());
        if (random.nextBoolean()) {
            use((Communicator) member.call(member.world, "split(int)", colours[rank]), expected);
        } else {
            Collections.reverse(expected);
            use((Communicator) member.call(member.world, "split(int,int)", colours[rank], -rank), expected);
        }
    }

    private void splitSome() {
        int first = random.nextInt(size);
        if (rank < first) {
            member.call(member.world, "splitNone()");
        } else {
            use(
                    (Communicator) member.call(member.world, "split(int)", 0),
                    IntStream.range(first, size).boxed().toList());
        }
    }

    /** Where members are is not drawn: all of a group must say the same of it, and each must be in one. */
    private void splitByPlace() {
        boolean isHost = random.nextBoolean();
        Communicator part = (Communicator) member.call(member.world, isHost ? "splitByHost()" : "splitByProcess()");
        List<Integer> together = part.allGather(rank);
        List<List<Integer>> told = member.world.allGather(together);
        assertThat(together).contains(rank).isSorted();
        assertThat(together).allMatch(other -> told.get(other).equals(together));
        if (isHost) {
            assertThat(together).isEqualTo(all());
        }
        member.call(part, "leave()");
    }

    private void duplicate() {
        boolean isNamed = random.nextBoolean();
        Communicator other = (Communicator)
                (isNamed
                        ? member.call(member.world, "duplicate(String)", "copy")
                        : member.call(member.world, "duplicate()"));
        assertThat(other.name()).isEqualTo(isNamed ? "copy" : member.world.name() + "/duplicate");
        use(other, all());
    }

    /** Two groups at most are made at the same time, of disjoint members. */
    private void create() {
        List<Integer> order = new ArrayList<>(all());
        Collections.shuffle(order, random);
        int first = random.nextInt(size + 1);
        int tag = random.nextInt(3);
        List<Integer> members = order.indexOf(rank) < first ? order.subList(0, first) : order.subList(first, size);
        MemberGroup chosen = member.world
                .members()
                .include(members.stream().mapToInt(Integer::intValue).toArray());
        Communicator made = (Communicator)
                (tag == 0
                        ? member.call(member.world, "create(MemberGroup)", chosen)
                        : member.call(member.world, "create(MemberGroup,int)", chosen, tag));
        use(made, members);
    }
}
