package mpi;

import static mpi.CollectivesTest.direct;
import static mpi.CollectivesTest.ints;
import static mpi.MessagesTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Communicators made of others, groups, intercommunicators, attributes, names, hints. */
class CommunicatorsTest {

    @Test
    void shouldDuplicate() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            Intracomm dup = world.dup();
            assertThat(Comm.compare(world, dup)).isEqualTo(MPI.CONGRUENT);
            assertThat(Comm.compare(world, world)).isEqualTo(MPI.IDENT);
            assertThat(Comm.compare(world, MPI.COMM_SELF))
                    .isEqualTo(world.getSize() == 1 ? MPI.CONGRUENT : MPI.UNEQUAL);
            world.send(new int[] {1}, 1, MPI.INT, rank, 0);
            assertThat(dup.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG)).isNull();
            dup.send(new int[] {2}, 1, MPI.INT, rank, 0);
            int[] got = new int[1];
            dup.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(got[0]).isEqualTo(2);
            world.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertThat(got[0]).isEqualTo(1);
            Intracomm later = world.iDup();
            later.getRequest().waitFor();
            later.barrier();
            assertThat(later.getSize()).isEqualTo(world.getSize());
            Intracomm atOnce = world.iDup();
            world.barrier(); // comes after the duplication
            atOnce.barrier();
            Intracomm clone = world.clone();
            clone.barrier();
            Info info = new Info();
            info.set("hint", "yes");
            Intracomm hinted = world.dupWithInfo(info);
            assertThat(hinted.getInfo().get("hint")).isEqualTo("yes");
            Info others = new Info();
            others.set("other", "1");
            hinted.setInfo(others); // adds
            assertThat(hinted.getInfo().size()).isEqualTo(2);
            assertThat(hinted.dup().getInfo().size()).isEqualTo(2);
            Info ofDuplicate = hinted.dupWithInfo(others).getInfo();
            assertThat(ofDuplicate.get("other")).isEqualTo("1");
            assertThat(ofDuplicate.size()).isEqualTo(1); // those of the parent do not come along
            assertThat(hinted.dupWithInfo(MPI.INFO_NULL).getInfo().size()).isZero();
            hinted.disconnect();
            assertThat(hinted.isNull()).isTrue();
            dup.free();
            assertThat(dup.isNull()).isTrue();
            assertThat(world.isNull()).isFalse();
            assertThat(world.isInter()).isFalse();
            assertThat(MPI.COMM_SELF.getSize()).isEqualTo(1);
            MPI.COMM_SELF.barrier();
            assertThat(world.getRequest().isNull()).isTrue();
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_COMM, dup::getRank);
            assertFails(MPI.ERR_COMM, world::free);
        });
    }

    @Test
    void shouldSplit() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            Intracomm part = world.split(rank % 2, -rank);
            int here = (size + 1 - rank % 2) / 2;
            assertThat(part.getSize()).isEqualTo(here);
            assertThat(part.getRank()).isEqualTo(here - 1 - rank / 2);
            Intracomm none = world.split(rank == 0 ? MPI.UNDEFINED : 1, 0);
            assertThat(none.isNull()).isEqualTo(rank == 0);
            Intracomm host = world.splitType(Comm.TYPE_SHARED, -rank, MPI.INFO_NULL);
            assertThat(host.getRank()).isEqualTo(size - 1 - rank);
            assertThat(world.splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL).isNull())
                    .isTrue();
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_ARG, () -> world.split(-3, 0));
        });
    }

    @Test
    void shouldMakeGroups() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            Group all = world.getGroup();
            assertThat(all.getRank()).isEqualTo(rank);
            Group first = all.incl(new int[] {0});
            Group others = all.excl(new int[] {0});
            assertThat(others.getSize()).isEqualTo(size - 1);
            assertThat(first.getRank()).isEqualTo(rank == 0 ? 0 : MPI.UNDEFINED);
            assertThat(Group.compare(Group.union(first, others), all)).isEqualTo(MPI.IDENT);
            assertThat(Group.compare(Group.union(others, first), all)).isEqualTo(size == 1 ? MPI.IDENT : MPI.SIMILAR);
            assertThat(Group.compare(first, all)).isEqualTo(size == 1 ? MPI.IDENT : MPI.UNEQUAL);
            assertThat(Group.intersection(first, others).getSize()).isZero();
            assertThat(Group.difference(all, first).getSize()).isEqualTo(size - 1);
            Group evens = all.rangeIncl(new int[][] {{0, size - 1, 2}});
            assertThat(evens.getSize()).isEqualTo((size + 1) / 2);
            assertThat(all.rangeExcl(new int[][] {{0, size - 1, 2}}).getSize()).isEqualTo(size / 2);
            assertThat(Group.translateRanks(all, IntStream.range(0, size).toArray(), evens))
                    .isEqualTo(IntStream.range(0, size)
                            .map(i -> i % 2 == 0 ? i / 2 : MPI.UNDEFINED)
                            .toArray());
            assertThat(MPI.GROUP_EMPTY.getSize()).isZero();
            assertThat(Group.union(MPI.GROUP_EMPTY, first).getSize()).isEqualTo(1);

            Intracomm made = world.create(evens);
            assertThat(made.isNull()).isEqualTo(rank % 2 == 1);
            if (rank % 2 == 0) {
                int[] sum = {1};
                made.allReduce(sum, 1, MPI.INT, MPI.SUM);
                assertThat(sum[0]).isEqualTo((size + 1) / 2);
                made.createGroup(evens, 4).barrier();
            }
            evens.free();
            assertThat(evens.isNull()).isTrue();
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_GROUP, evens::getSize);
            assertFails(MPI.ERR_RANK, () -> all.incl(new int[] {size}));
            assertFails(MPI.ERR_RANK, () -> all.incl(new int[] {0, 0}));
            assertFails(MPI.ERR_ARG, () -> all.rangeIncl(new int[][] {{0, 1}}));
        });
    }

    @Test
    void shouldConnectGroups() {
        RankJob.onEachSize(2, CommunicatorsTest::connected);
    }

    private static void connected(Intracomm world) throws MPIException {
        int rank = world.getRank();
        int size = world.getSize();
        int side = rank % 2;
        int remote = (size + side) / 2;
        Intracomm part = world.split(side, rank);
        Intercomm inter = world.createIntercomm(part, 0, 1 - side, 3);
        assertThat(inter.isInter()).isTrue();
        assertThat(inter.getRemoteSize()).isEqualTo(remote);
        assertThat(inter.getSize()).isEqualTo(size - remote);
        assertThat(inter.getRemoteGroup().getSize()).isEqualTo(remote);
        assertThat(inter.getRank()).isEqualTo(rank / 2);
        assertThat(Intercomm.getParent().isNull()).isTrue();
        collectivesBetween(inter, side, rank);
        Intercomm dup = inter.dup();
        assertThat(Comm.compare(inter, dup)).isEqualTo(MPI.CONGRUENT);
        Intracomm merged = dup.merge(side == 0);
        assertThat(merged.getSize()).isEqualTo(size);
        assertThat(merged.getRank()).isEqualTo(side == 1 ? rank / 2 : size / 2 + rank / 2);
        if (rank == 0 || rank == 1) { // the leaders
            int[] got = new int[1];
            Status status = inter.sendRecv(new int[] {rank}, 1, MPI.INT, 0, 9, got, 1, MPI.INT, MPI.ANY_SOURCE, 9);
            assertThat(got[0]).isEqualTo(1 - rank);
            assertThat(status.getSource()).isZero();
        }
        inter.barrier();
        inter.free();
        collectivesBetween(dup, side, rank);
        Intercomm later = dup.iDup();
        later.getRequest().waitFor();
        later.barrier();
        part.barrier();
    }

    @Test
    void shouldConnectByPorts() {
        RankJob.onEachSize(2, world -> {
            int rank = world.getRank();
            int side = rank % 2;
            Intracomm part = world.split(side, rank);
            byte[] name = new byte[MPI.MAX_PORT_NAME];
            if (rank == 0) {
                byte[] port = Intracomm.openPort().getBytes(StandardCharsets.UTF_8);
                world.send(port, port.length, MPI.BYTE, 1, 5);
                name = port;
            }
            int length = name.length;
            if (rank == 1) {
                length = world.recv(name, name.length, MPI.BYTE, 0, 5).getCount(MPI.BYTE);
            }
            String port = rank > 1 ? null : new String(name, 0, length, StandardCharsets.UTF_8);
            Intercomm inter = side == 0 ? accepted(part, port) : part.connect(port, MPI.INFO_NULL, 0);
            collectivesBetween(inter, side, rank);
            inter.disconnect();
            if (rank == 0) {
                Intracomm.closePort(port);
            }
            part.setErrhandler(MPI.ERRORS_RETURN);
            if (part.getSize() == 1) {
                assertFails(MPI.ERR_PORT, () -> part.connect("nowhere", 0));
            }
        });
    }

    private static void collectivesBetween(Intercomm inter, int side, int rank) throws MPIException {
        int remote = inter.getRemoteSize();
        int local = inter.getSize();
        int[] theirs = IntStream.range(0, remote).map(i -> 2 * i + 1 - side).toArray();
        int[] all = new int[remote];
        inter.allGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT);
        assertThat(all).isEqualTo(theirs);
        IntBuffer started = MPI.newIntBuffer(remote);
        Request one = inter.iAllGather(direct(rank), 1, MPI.INT, started, 1, MPI.INT);
        IntBuffer sum = direct(0);
        Request two = inter.iAllReduce(direct(rank), sum, 1, MPI.INT, MPI.SUM);
        Request.waitAll(new Request[] {two, one});
        assertThat(ints(started)).isEqualTo(theirs);
        assertThat(sum.get(0)).isEqualTo(Arrays.stream(theirs).sum());

        int root = side == 0 ? (rank == 0 ? MPI.ROOT : MPI.PROC_NULL) : 0;
        int[] value = {rank == 0 ? 42 : -1};
        inter.bcast(value, 1, MPI.INT, root);
        assertThat(value[0]).isEqualTo(side == 1 || rank == 0 ? 42 : -1);
        int[] gathered = new int[remote];
        inter.gather(new int[] {rank}, 1, MPI.INT, gathered, 1, MPI.INT, root);
        assertThat(gathered).isEqualTo(rank == 0 ? theirs : new int[remote]);
        int[] mine = {-1};
        inter.scatter(theirs, 1, MPI.INT, mine, 1, MPI.INT, root);
        assertThat(mine[0]).isEqualTo(side == 1 ? rank : -1);
        int[] reduced = {-1};
        inter.reduce(new int[] {rank}, reduced, 1, MPI.INT, MPI.SUM, root);
        assertThat(reduced[0]).isEqualTo(rank == 0 ? Arrays.stream(theirs).sum() : -1);
        int[] sent = IntStream.range(0, remote).map(i -> 100 * rank + i).toArray();
        inter.allToAll(sent, 1, MPI.INT, all, 1, MPI.INT);
        assertThat(all)
                .isEqualTo(Arrays.stream(theirs).map(i -> 100 * i + rank / 2).toArray());
        int total = local * remote; // the same at both sides
        int[] counts = new int[local];
        Arrays.fill(counts, remote);
        int[] block = new int[remote];
        int[] ones = new int[total];
        Arrays.fill(ones, 1);
        inter.reduceScatter(ones, block, counts, MPI.INT, MPI.SUM);
        assertThat(block).containsOnly(remote);
    }

    @Test
    void shouldKeepAttributesAndNames() {
        RankJob.onEachSize(world -> {
            int key = Comm.createKeyval();
            assertThat(world.getAttr(key)).isNull();
            int[] kept = {1, 2};
            world.setAttr(key, kept);
            kept[0] = 9;
            assertThat(world.getAttr(key)).isEqualTo(new int[] {1, 2});
            assertThat(world.dup().getAttr(key)).isEqualTo(new int[] {1, 2});
            world.deleteAttr(key);
            assertThat(world.getAttr(key)).isNull();
            Comm.freeKeyval(key);
            assertThat((Integer) world.getAttr(MPI.TAG_UB)).isGreaterThanOrEqualTo(32767);
            assertThat(world.getAttr(MPI.WTIME_IS_GLOBAL)).isInstanceOf(Boolean.class);
            assertThat(world.getAttr(MPI.UNIVERSE_SIZE)).isEqualTo(world.getSize());
            assertThat(world.getName()).isEqualTo("MPI_COMM_WORLD");
            Intracomm dup = world.dup();
            dup.setName("mine");
            assertThat(dup.getName()).isEqualTo("mine");
            Info info = new Info();
            info.set("a", "1");
            info.set("b", "2");
            world.setInfo(info);
            assertThat(world.getInfo().get("b")).isEqualTo("2");
            assertThat(info.size()).isEqualTo(2);
            assertThat(info.getKey(0)).isEqualTo("a");
            assertThat(info.get("c")).isNull();
            Info copy = info.dup();
            info.delete("a");
            assertThat(copy.get("a")).isEqualTo("1");
            assertThat(copy.clone().get("a")).isEqualTo("1");
            info.free();
            assertThat(info.isNull()).isTrue();
            assertThat(MPI.INFO_NULL.isNull()).isTrue();
            assertThat(MPI.INFO_ENV.get("wdir")).isNotNull();
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertThat(world.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
            world.callErrhandler(MPI.ERR_OTHER);
            assertFails(MPI.ERR_INFO_NOKEY, () -> copy.delete("zz"));
            assertFails(MPI.ERR_KEYVAL, () -> world.getAttr(key));
            assertFails(MPI.ERR_ARG, () -> world.setAttr(Comm.createKeyval(), new Object()));
        });
    }

    private static Intercomm accepted(Intracomm part, String port) throws MPIException {
        return part.getSize() == 1 ? part.accept(port, 0) : part.accept(port, MPI.INFO_NULL, 0);
    }

    @Test
    void shouldSayWhatIsNotThere() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Intracomm.closePort(Intracomm.openPort(MPI.INFO_NULL));
            assertFails(MPI.ERR_PORT, () -> Intracomm.closePort("nowhere"));
            assertFails(MPI.ERR_NAME, () -> Intracomm.lookupName("service")); // no name service
            FileView view = new FileView(1, MPI.INT, MPI.BYTE, "native");
            assertThat(view.getDisp()).isEqualTo(1);
            assertThat(view.getEType()).isSameAs(MPI.INT);
            assertThat(view.getFileType()).isSameAs(MPI.BYTE);
            assertThat(view.getDataRep()).isEqualTo("native");
        });
    }
}
