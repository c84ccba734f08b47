package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.DividableList;
import tutti.collectives.Located;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.RandomMember.Drawn;

/** The steps of a random program that are collective operations on objects. */
final class RandomObjects {
    static final ReductionObject<String> JOIN = (left, right) -> left + right;

    private final RandomMember member;
    private final int rank;
    private final int size;

    RandomObjects(RandomMember member) {
        this.member = member;
        rank = member.rank;
        size = member.size;
    }

    void step() {
        int root = member.random.nextInt(size);
        switch (member.random.nextInt(8)) {
            case 0 -> broadcast(root);
            case 1 -> reductions(root);
            case 2 -> scans();
            case 3 -> scatter(root);
            case 4 -> gathers(root);
            case 5 -> allToAll();
            case 6 -> sparse();
            default -> divided(root);
        }
    }

    private void call(Supplier<Drawn> drawing) {
        member.collective(member.world, drawing);
    }

    private String from(int sender) {
        return member.from(sender);
    }

    private String all(int first, int last) {
        return String.join("", member.fromEach(first, last));
    }

    /** Returns what a member has for another one. */
    private String between(int sender, int receiver) {
        return from(sender) + receiver;
    }

    private List<String> toEach() {
        return IntStream.range(0, size).mapToObj(r -> between(rank, r)).toList();
    }

    private List<String> fromEach() {
        return IntStream.range(0, size).mapToObj(r -> between(r, rank)).toList();
    }

    private void broadcast(int root) {
        boolean isLarge = member.random.nextInt(8) == 0;
        String value = member.random.nextInt(8) == 0 ? null : isLarge ? "large".repeat(60_000) : from(root);
        call(() -> Drawn.of(value, "broadcast(Object,int)", rank == root ? value : "ignored", root));
        call(() -> Drawn.of(null, "barrier()"));
    }

    private void reductions(int root) {
        String whole = all(0, size);
        call(() -> Drawn.of(rank == root ? whole : null, "reduce(Object,ReductionObject,int)", from(rank), JOIN, root));
        call(() -> Drawn.of(whole, "allReduce(Object,ReductionObject)", from(rank), JOIN));
        long sum = IntStream.range(0, size).mapToLong(r -> r + member.step()).sum();
        call(() -> Drawn.of(
                sum, "allReduce(Object,ReductionObject)", (long) rank + member.step(), Reductions.<Long>sum()));
        Located<Integer> least = new Located<>(-(size - 1) / 2, size - 1 - (size - 1) % 2);
        call(() -> Drawn.of(
                least,
                "allReduce(Object,ReductionObject)",
                new Located<>(-rank / 2, rank - rank % 2),
                Reductions.minLocation()));
    }

    private void scans() {
        call(() -> Drawn.of(all(0, rank + 1), "scan(Object,ReductionObject)", from(rank), JOIN));
        call(() ->
                Drawn.of(rank == 0 ? null : all(0, rank), "exclusiveScan(Object,ReductionObject)", from(rank), JOIN));
        String reduced = String.join("", fromEach());
        call(() -> Drawn.of(reduced, "reduceScatter(List,ReductionObject)", toEach(), JOIN));
        call(() -> Drawn.of(reduced, "reduceScatter(DividableDataObject,ReductionObject)", PerRank.of(toEach()), JOIN));
    }

    private void scatter(int root) {
        call(() -> Drawn.of(
                between(root, rank),
                "scatter(DividableDataObject,int)",
                rank == root ? PerRank.of(toEach()) : null,
                root));
    }

    private void gathers(int root) {
        List<String> whole = member.fromEach(0, size);
        call(() -> Drawn.of(rank == root ? whole : null, "gather(Object,int)", from(rank), root));
        call(() -> Drawn.of(whole, "allGather(Object)", from(rank)));
        call(() -> Drawn.checked(perRank(whole), "allGather(DividableDataObject,Object)", PerRank.empty(), from(rank)));
        call(() -> Drawn.checked(
                rank == root ? perRank(whole) : result -> assertThat(result).isNull(),
                "gather(DividableDataObject,Object,int)",
                rank == root ? PerRank.empty() : null,
                from(rank),
                root));
    }

    private static Consumer<Object> perRank(List<String> expected) {
        return result -> assertThat(((PerRank<?>) result).list()).isEqualTo(expected);
    }

    private void allToAll() {
        call(() -> Drawn.of(fromEach(), "allToAll(List)", toEach()));
        call(() -> Drawn.checked(
                perRank(fromEach()),
                "allToAll(DividableDataObject,DividableDataObject)",
                PerRank.of(toEach()),
                PerRank.empty()));
    }

    /** Members have values for some. */
    private void sparse() {
        Map<Integer, String> values = new TreeMap<>();
        SortedMap<Integer, String> expected = new TreeMap<>();
        for (int source = 0; source < size; source++) {
            for (int destination = 0; destination < size; destination++) {
                boolean isSent = member.random.nextInt(3) == 0;
                boolean isNull = member.random.nextInt(5) == 0;
                String value = isNull ? null : between(source, destination);
                if (isSent && source == rank) {
                    values.put(destination, value);
                }
                if (isSent && destination == rank) {
                    expected.put(source, value);
                }
            }
        }
        call(() -> Drawn.of(expected, "exchange(Map)", values));
        call(() -> Drawn.of(expected, "allToAll(Map)", values));
    }

    /** Parts of one array or list, which are of unequal lengths. */
    private void divided(int root) {
        int[] counts = new int[size];
        Arrays.setAll(counts, r -> member.random.nextInt(4));
        Blocks blocks = Blocks.of(counts);
        int[] whole = IntStream.range(0, size)
                .flatMap(r -> IntStream.of(part(r, counts)))
                .toArray();
        int[] mine = part(rank, counts);
        call(() -> Drawn.of(
                mine,
                "scatter(DividableDataObject,int)",
                rank == root ? DividableArray.of(whole.clone(), blocks) : null,
                root));
        call(() -> Drawn.checked(
                rank == root
                        ? result ->
                                assertThat(((DividableArray<?>) result).array()).isEqualTo(whole)
                        : result -> assertThat(result).isNull(),
                "gather(DividableDataObject,Object,int)",
                rank == root ? DividableArray.of(new int[whole.length], blocks) : null,
                mine.clone(),
                root));
        List<Integer> list = IntStream.of(whole).boxed().toList();
        call(() -> Drawn.checked(
                result -> assertThat(((DividableList<?>) result).list()).isEqualTo(list),
                "allGather(DividableDataObject,Object)",
                DividableList.of(new ArrayList<>(Collections.nCopies(whole.length, 0)), blocks),
                IntStream.of(mine).boxed().toList()));
    }

    private int[] part(int owner, int[] counts) {
        int[] part = new int[counts[owner]];
        Arrays.fill(part, owner + member.step());
        return part;
    }
}
