package tutti.examples.manual;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Communicator.ANY_SOURCE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.ExactSum;
import tutti.collectives.Located;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.PersistentRequest;
import tutti.group.Received;
import tutti.group.Request;
import tutti.group.Window;
import tutti.group.file.FileView;
import tutti.group.file.ParallelFile;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/** The manual's snippets, which are quoted from here, run on four members. */
class ManualSnippetsTest {

    @Test
    void shouldRunOnFourMembers() {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=4")) {
            master.start("manual", Snippets::new);
        }
    }

    @Test
    void shouldJoinWithoutASubclass() {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=1")) {
            Communicator world = master.communicator("world", 1);
            try {
                int sum = world.allReduce(world.rank() + 1, Reductions.<Integer>sum());
                assertThat(sum).isEqualTo(1);
            } finally {
                world.done();
            }
        }
    }

    @Test
    void shouldBuildGroupsInTwoPhases() {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=2")) {
            List<ColMember> workers = List.of(new Idle(), new Idle());
            workers.forEach(worker -> master.addMember("workers", worker)); // phase 1: inactive, being built
            ColGroup group = master.getGroup("workers", 2); // phase 2: active, immutable

            master.copyGroup("everybody", "workers"); // inactive again, under another name
            ColMember boss = new Idle();
            master.addMember("everybody", boss);
            ColGroup everybody = master.getGroup("everybody", 3);

            assertThat(group.size()).isEqualTo(2);
            assertThat(everybody.rank(boss)).isEqualTo(2);
            workers.forEach(ColMember::done);
            boss.done();
        }
    }

    @Test
    void shouldRunLambdasWithResults() {
        String[] args = {"--tutti-members=4"};
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            double step = 0.25; // arguments are captured
            List<Double> results = master.run(4, world -> {
                double own = step * world.rank();
                double sum = world.allReduce(own, Reductions.sum());
                return own / sum;
            });
            assertThat(results).hasSize(4).startsWith(0.0).endsWith(0.5);
        }
    }

    private static final class Idle extends ColMember {
        @Override
        public void run() {}
    }

    private static final class Snippets extends ColMember {
        private static final int RESULT = 1;

        @Override
        public void run() {
            ColGroup group = group();
            int rank = group.rank();
            int size = group.size();
            messages(group, rank);
            tags(communicator(group), rank);
            requests(communicator(group), rank, size);
            exactSums(communicator(group), rank);
            valuesOfSeveralElements(communicator(group), rank);
            twoGroups(communicator(group), rank);
            prepared(communicator(group), rank, size);
            layouts(communicator(group), rank, size);
            groups(communicator(group), rank);
            scans(communicator(group), rank);
            windows(communicator(group), rank);
            grids(communicator(group), rank);
            files(communicator(group), rank);
            deadlines(group, rank);
            collectives(group, rank, size);
            buffers(group, rank, size);
        }

        private void buffers(ColGroup group, int rank, int size) {
            double[] field = new double[1000];
            Arrays.fill(field, rank);
            DirectBuffer ghost = DirectBuffer.of(field, 0, 10); // a view of ten elements
            DirectBuffer border = DirectBuffer.of(field, 990, 10);
            sendReceive(group, border, (rank + 1) % size, group, ghost, (rank + size - 1) % size);
            assertThat(field[0]).isEqualTo((rank + size - 1) % size);
            assertThat(field[10]).isEqualTo(rank);

            long[] counts = {1, rank};
            allReduce(group, DirectBuffer.of(counts), Reductions.sum()); // in place
            assertThat(counts).containsExactly(size, size * (size - 1) / 2);

            MemorySegment memory = Arena.ofAuto().allocate(size * 8L);
            allGather(group, DirectBuffer.of(new long[] {rank}), DirectBuffer.of(memory, ElementType.LONG));
            assertThat(memory.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(2);

            Blocks rows = Blocks.of(1, 2, 3, 0); // how many elements each rank has; displacements follow
            int[] mine = new int[(int) rows.count(rank)];
            scatter(group, DirectBuffer.of(new int[6]), rows, DirectBuffer.of(mine), 0);
        }

        private void messages(ColGroup group, int rank) {
            if (rank == 0) {
                sendAsync(group, List.of("any", "serializable", "object"), 1); // returns when captured
                sendSync(group, new double[] {1, 2, 3}, 1); // returns when member 1 has received it
            } else if (rank == 1) {
                List<String> words = receive(group, 0); // in the order of sending
                double[] numbers = receive(group, 0);
                assertThat(words).hasSize(3);
                assertThat(numbers).hasSize(3);
            }

            int peer = rank ^ 1;
            String name = rendezvous(group, "member " + rank, peer); // each sends one and gets one
            assertThat(name).isEqualTo("member " + peer);

            int right = (rank + 1) % group.size();
            int left = (rank + group.size() - 1) % group.size();
            int fromLeft = sendReceive(group, rank, right, group, left); // round a ring
            assertThat(fromLeft).isEqualTo(left);
        }

        private void tags(Communicator world, int rank) {
            if (rank == 0) {
                for (int i = 1; i < world.size(); i++) {
                    Received<String> result =
                            world.withTag(RESULT).receiveWithStatus(ANY_SOURCE); // the first to arrive
                    System.out.println(result.source() + ": " + result.value());
                }
            } else {
                world.withTag(RESULT).sendAsync("done", 0);
            }

            if (rank == 0) {
                world.sendAsync(new int[] {1, 2, 3}, 1);
            } else if (rank == 1) {
                Status next = world.probe(0); // waits, and says what comes
                int[] table = new int[(int) next.length()];
                world.receive(DirectBuffer.of(table), next.source());
                assertThat(table).containsExactly(1, 2, 3);
            }
        }

        private void scans(Communicator world, int rank) {
            long mine = 10L + rank; // so many rows are here
            Long before = world.exclusiveScan(mine, Reductions.sum());
            long firstRow = before == null ? 0 : before;
            assertThat(firstRow).isEqualTo(new int[] {0, 10, 21, 33}[rank]);

            List<Integer> contributions = List.of(rank, 10 * rank, 100 * rank, 1000 * rank); // one for each member
            int reduced = world.reduceScatter(contributions, Reductions.sum());
            assertThat(reduced).isEqualTo(6 * (int) Math.pow(10, rank));

            Map<Integer, String> letters = rank == 0 ? Map.of(2, "to two", 3, "to three") : Map.of();
            SortedMap<Integer, String> received = world.exchange(letters); // by the ranks of the senders
            assertThat(received.keySet()).isEqualTo(rank < 2 ? Set.of() : Set.of(0));
        }

        private void layouts(Communicator world, int rank, int size) {
            int rows = 5;
            int columns = 4;
            int left = (rank + size - 1) % size;
            int right = (rank + 1) % size;
            Layout column = Layout.vector(rows, 1, columns); // one element of each row of a matrix
            double[] matrix = new double[rows * columns];
            world.sendAsync(DirectBuffer.of(matrix).select(column.at(columns - 1)), right); // the last column
            world.receive(DirectBuffer.of(matrix).select(column), left); // into the first
            assertThat(matrix).containsOnly(0);
            Arrays.fill(matrix, rank);
            world.sendReceive(
                    DirectBuffer.of(matrix).select(column.at(columns - 1)),
                    right,
                    DirectBuffer.of(matrix).select(column),
                    left);
            assertThat(matrix[0]).isEqualTo(left);
            assertThat(matrix[1]).isEqualTo(rank);
            try (Arena arena = Arena.ofShared()) {
                structs(world, arena);
            }
        }

        private static void structs(Communicator world, Arena arena) {
            StructLayout particle = MemoryLayout.structLayout(
                    JAVA_INT, MemoryLayout.paddingLayout(4), MemoryLayout.sequenceLayout(3, JAVA_DOUBLE));
            MemorySegment particles = arena.allocate(particle, 1000);
            world.broadcast(DirectBuffer.of(particles, particle), 0);

            int[] ids = new int[10];
            double[] weights = new double[10];
            world.broadcast(DirectBuffer.join(DirectBuffer.of(ids), DirectBuffer.of(weights)), 0);
        }

        private static void files(Communicator world, int rank) {
            int rows = 3;
            int own = 2;
            int columns = own * world.size();
            double[] ownColumns = new double[rows * own];
            Arrays.setAll(ownColumns, i -> 10.0 * rank + i);
            double[] ownRow = new double[own];
            Path path = Path.of("target", "columns");

            Layout block = Layout.subArray(new int[] {rows, columns}, new int[] {rows, own}, new int[] {0, own * rank});
            try (ParallelFile file = ParallelFile.open(world, path, READ, WRITE, CREATE)) {
                FileView view = file.view(0, ElementType.DOUBLE, block, (long) rows * columns);
                view.writeAtAll(0, DirectBuffer.of(ownColumns)); // all members, each its own columns
                view.readAt(own, DirectBuffer.of(ownRow)); // this member by itself: its part of row 1
            }
            assertThat(ownRow).containsExactly(10 * rank + 2, 10 * rank + 3);
        }

        private void grids(Communicator world, int rank) {
            int[] places = CartesianGrid.dimensions(world.size(), 0, 0); // as square as can be
            CartesianCommunicator grid =
                    CartesianCommunicator.of(world, CartesianGrid.of(places)); // or CartesianGrid.periodic
            CartesianGrid.Shift east = grid.shift(1, 1);
            Integer fromWest = world.sendReceive(rank, east.destination(), east.source()); // null at the border

            double[] block = new double[6 * 6]; // 4 by 4 cells of this member, and a layer of one cell around them
            grid.exchangeHalo(DirectBuffer.of(block), 1, 6, 6); // fills the layer with the neighbors' cells
            assertThat(fromWest).isEqualTo(rank % 2 == 0 ? null : rank - 1);
        }

        private void windows(Communicator world, int rank) {
            Window table = world.allocateWindow(ElementType.LONG, 100); // of this member; others may have more or less
            table.fence(); // from here on all may access all
            table.put((rank + 1) % 4, 10, DirectBuffer.of(new long[] {rank})); // into element 10 of the next member
            table.accumulate(0, 0, DirectBuffer.of(new long[] {1}), Reductions.sum()); // atomic for each element
            table.fence(); // all of it is done
            long[] got = new long[1];
            table.get(rank, 10, DirectBuffer.of(got)); // what the member before has put
            table.fence();
            table.close();
            assertThat(got).containsExactly((rank + 3) % 4);

            int[] taken = new int[20];
            Window next = world.allocateWindow(ElementType.LONG, rank == 0 ? 1 : 0); // a queue of tasks
            next.lockAll();
            for (long task = next.fetchAndAdd(0, 0, 1); task < 20; task = next.fetchAndAdd(0, 0, 1)) {
                taken[(int) task]++;
            }
            next.unlockAll();
            next.close();
            assertThat(world.allReduce(taken, Reductions.<int[]>sum())).containsOnly(1);
        }

        private void groups(Communicator world, int rank) {
            Communicator row = world.split(rank / 2); // members with the same colour, in the order of their ranks
            Communicator column = world.split(rank % 2, -rank); // in the order of a key
            double rowSum = row.allReduce(1.0 * rank, Reductions.sum());
            row.leave(); // when it is not needed any more
            assertThat(rowSum).isEqualTo(rank < 2 ? 1 : 5);
            assertThat(column.rank()).isEqualTo(1 - rank / 2);
        }

        private void valuesOfSeveralElements(Communicator world, int rank) {
            ReductionObject<DirectBuffer> compose =
                    Reductions.elementwise("compose", double[].class, 2, (left, right, from, to) -> {
                        for (int i = from; i < to; i += 2) { // a * x + b, after the same of the ranks below
                            left[i + 1] = right[i] * left[i + 1] + right[i + 1];
                            left[i] *= right[i];
                        }
                    });
            double[] maps = {2, rank, 3, 1};
            world.allReduce(DirectBuffer.of(maps), compose);
            assertThat(maps).containsExactly(16, 11, 81, 40);

            double[] found = {rank * rank, rank, -rank, rank}; // value, location, value, location
            world.allReduce(DirectBuffer.of(found), Reductions.minLocation()); // 0 at rank 0, -3 at rank 3
            assertThat(found).containsExactly(0, 0, -3, 3);

            double[] turns = {0, 1}; // real and imaginary part
            world.allReduce(DirectBuffer.of(turns), Reductions.complexProduct());
            assertThat(turns[0]).isEqualTo(1);
            assertThat(turns[1]).isZero();
        }

        private void exactSums(Communicator world, int rank) {
            double[] field = {1e20, rank, -1e20};
            double total = world.allReduce(0.1 * rank, Reductions.<Double>exactSum()); // and arrays, and buffers
            double sum = ExactSum.sum(field); // of this member's own numbers: one exact sum for all of them is
            ExactSum all = world.allReduce(ExactSum.of(field), ExactSum::plus); // far cheaper than one for each number
            assertThat(total).isEqualTo(ExactSum.sum(0, 0.1, 0.2, 0.1 * 3));
            assertThat(sum).isEqualTo(rank);
            assertThat(all.doubleValue()).isEqualTo(6);
        }

        private void twoGroups(Communicator world, int rank) {
            Communicator side = world.split(rank % 2);
            Intercommunicator sides =
                    Intercommunicator.create(side, 0, world, 1 - rank % 2, 0); // the leaders are ranks 0 and 1
            sides.sendAsync("from the other side", sides.rank());
            String got = sides.receive(sides.rank());
            List<Integer> theirs = sides.allGather(rank); // the values of the other side
            Communicator merged = sides.merge(rank % 2 == 1); // one group, the even ranks first
            assertThat(got).isEqualTo("from the other side");
            assertThat(theirs).containsExactly(1 - rank % 2, 3 - rank % 2);
            assertThat(merged.allGather(rank)).containsExactly(0, 2, 1, 3);
        }

        private void requests(Communicator world, int rank, int size) {
            int left = (rank + size - 1) % size;
            int right = (rank + 1) % size;
            double[] border = {rank};
            double[] cells = {rank, rank};
            double localNorm = 0.5;

            Request<double[]> halo = world.nonBlocking().receive(left);
            Request<?> sent = world.nonBlocking().sendAsync(border, right);
            Request<Double> norm = world.nonBlocking().allReduce(localNorm, Reductions.sum());
            double[] inside = compute(cells); // while messages travel
            double[] fromLeft = halo.await();
            double total = norm.await();
            sent.await();
            assertThat(fromLeft).containsExactly(left);
            assertThat(total).isEqualTo(2);
            assertThat(inside).containsExactly(2 * rank, 2 * rank);
        }

        private void prepared(Communicator world, int rank, int size) {
            int left = (rank + size - 1) % size;
            int right = (rank + 1) % size;
            double[] halo = new double[1];
            double[] border = {1};

            PersistentRequest<?> fromLeft = world.persistent().receive(DirectBuffer.of(halo), left);
            PersistentRequest<?> toRight = world.persistent().sendAsync(DirectBuffer.of(border), right);
            for (int step = 0; step < 3; step++) {
                PersistentRequest.startAll(List.of(fromLeft, toRight));
                PersistentRequest.awaitAll(List.of(fromLeft, toRight));
                border[0] += halo[0];
            }
            assertThat(border).containsExactly(8);
        }

        private static double[] compute(double[] cells) {
            return Arrays.stream(cells).map(cell -> 2 * cell).toArray();
        }

        private void deadlines(ColGroup group, int rank) {
            barrier(group.within(Duration.ofSeconds(30))); // this call only

            ColGroup hurried = group.within(Duration.ofMillis(50)); // each call in which it is used
            if (rank == 0) {
                try {
                    receive(hurried, 3);
                } catch (DeadlineExceededException e) {
                    System.out.println("nothing yet from " + e.silentRanks()); // a receive can be tried again
                }
            }
            barrier(group);
        }

        private void collectives(ColGroup group, int rank, int size) {
            barrier(group);

            String motto = broadcast(group, rank == 2 ? "all together" : null, 2);
            assertThat(motto).isEqualTo("all together");

            double sum = allReduce(group, 0.5 * rank, Reductions.sum());
            double[] sums = allReduce(group, new double[] {rank, 1}, Reductions.sum()); // element by element
            Located<Integer> last = allReduce(group, new Located<>(rank * rank, rank), Reductions.maxLocation());
            String ranks = reduce(group, "" + rank, (left, right) -> left + right, 0); // at rank 0, in rank order
            assertThat(sum).isEqualTo(3.0);
            assertThat(sums).containsExactly(6, 4);
            assertThat(last.index()).isEqualTo(3);
            assertThat(ranks).isEqualTo(rank == 0 ? "0123" : null);

            int[] table = {10, 11, 12, 13, 14, 15};
            int[] mine = scatter(group, DividableArray.of(table), 0); // blocks of 1, 1, 2 and 2 elements
            DividableArray<int[]> whole = allGather(group, DividableArray.of(new int[6]), mine);
            assertThat(whole.array()).containsExactly(table);

            List<String> names = gather(group, "member " + rank, 0); // a list at rank 0, null elsewhere
            List<int[]> ragged = allGather(group, new int[rank]); // contributions of any size
            assertThat(names == null).isEqualTo(rank != 0);
            assertThat(ragged.get(3)).hasSize(3);

            List<String> letters = new ArrayList<>();
            for (int to = 0; to < size; to++) {
                letters.add(rank + " to " + to);
            }
            List<String> received = allToAll(group, letters); // received.get(i) is what member i wrote to me
            assertThat(received.get(1)).isEqualTo("1 to " + rank);
        }
    }
}
