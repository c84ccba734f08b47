package programs.wild;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.DoubleInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Struct;

/** Particles move through intervals, one for each rank: structs go to the rank to whose interval they have come. */
public class Particles {
    private static final int COUNT = 200;
    private static final int STEPS = 10;

    /** A particle in a buffer. */
    private static class Particle extends Struct {
        private final int number = addInt();
        private final int place = setOffset(8).addDouble();
        private final int speed = addDouble();

        private Particle() throws MPIException {}

        @Override
        protected Data newData() {
            return new Data();
        }

        private class Data extends Struct.Data {
            int number() {
                return getInt(number);
            }

            double place() {
                return getDouble(place);
            }

            double speed() {
                return getDouble(speed);
            }

            void set(int newNumber, double newPlace, double newSpeed) {
                putInt(number, newNumber);
                putDouble(place, newPlace);
                putDouble(speed, newSpeed);
            }
        }
    }

    private final Comm world;
    private final int size;
    private final Particle type;
    private byte[] own; // the particles of this rank
    private int count;

    private Particles(Comm world) throws MPIException {
        this.world = world;
        size = world.getSize();
        type = new Particle();
        own = new byte[COUNT * type.getExtent()];
        for (int i = world.getRank(); i < COUNT; i += size) {
            particle(own, count).set(i, (i * 37 % COUNT) / (double) COUNT, (i % 11 - 5) * 0.01);
            count++;
        }
    }

    private Particle.Data particle(byte[] array, int index) throws MPIException {
        return type.getData(array, index);
    }

    /** Moves all, and sends each to where it is then. */
    private void step() throws MPIException {
        int[] counts = new int[size];
        double[] places = new double[count];
        for (int i = 0; i < count; i++) {
            Particle.Data particle = particle(own, i);
            double moved = particle.place() + particle.speed();
            places[i] = moved < 0 ? moved + 1 : moved >= 1 ? moved - 1 : moved;
            counts[target(places[i])]++;
        }
        int[] next = starts(counts);
        byte[] leaving = new byte[own.length];
        for (int i = 0; i < count; i++) {
            Particle.Data particle = particle(own, i);
            particle(leaving, next[target(places[i])]++).set(particle.number(), places[i], particle.speed());
        }
        int[] arriving = new int[size];
        world.allToAll(counts, 1, MPI.INT, arriving, 1, MPI.INT);
        own = new byte[own.length];
        world.allToAllv(
                leaving, counts, starts(counts), type.getType(), own, arriving, starts(arriving), type.getType());
        count = 0;
        for (int i = 0; i < size; i++) {
            count += arriving[i];
        }
    }

    private int target(double place) {
        return Math.min((int) (place * size), size - 1);
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = starts[i - 1] + counts[i - 1];
        }
        return starts;
    }

    /** Collects the places of all by their numbers. */
    private double[] collect() throws MPIException {
        int[] counts = new int[size];
        counts[world.getRank()] = count;
        world.allGather(counts, 1, MPI.INT);
        byte[] all = new byte[COUNT * type.getExtent()];
        world.gatherv(own, count, type.getType(), all, counts, starts(counts), type.getType(), 0);
        double[] places = new double[COUNT];
        for (int i = 0; world.getRank() == 0 && i < COUNT; i++) {
            places[particle(all, i).number()] = particle(all, i).place();
        }
        world.bcast(places, COUNT, MPI.DOUBLE, 0);
        return places;
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        Particles particles = new Particles(MPI.COMM_WORLD);
        for (int step = 0; step < STEPS; step++) {
            particles.step();
        }
        double[] places = particles.collect();
        double sum = 0;
        for (int i = 0; i < COUNT; i++) {
            double place = (i * 37 % COUNT) / (double) COUNT;
            for (int step = 0; step < STEPS; step++) {
                double moved = place + (i % 11 - 5) * 0.01;
                place = moved < 0 ? moved + 1 : moved >= 1 ? moved - 1 : moved;
            }
            Check.that(place == places[i], "particle " + i + " is at " + places[i] + ", not at " + place);
            sum += place;
        }

        int[] before = new int[1];
        MPI.COMM_WORLD.exScan(new int[] {particles.count}, before, 1, MPI.INT, MPI.SUM);
        int[] here = {particles.count};
        MPI.COMM_WORLD.scan(here, 1, MPI.INT, MPI.SUM);
        Check.same(here[0] - particles.count, me == 0 ? 0 : before[0]);
        IntBuffer total = MPI.newIntBuffer(1);
        total.put(0, particles.count);
        Request adding = MPI.COMM_WORLD.iAllReduce(total, 1, MPI.INT, MPI.SUM);
        ByteBuffer most = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        DoubleInt.Data farthest = MPI.doubleInt.getData(most, 0);
        farthest.putValue(-1);
        for (int i = 0; i < particles.count; i++) {
            Particle.Data particle = particles.particle(particles.own, i);
            ByteBuffer one = MPI.newByteBuffer(MPI.doubleInt.getExtent());
            DoubleInt.Data candidate = MPI.doubleInt.getData(one, 0);
            candidate.putValue(particle.place());
            candidate.putIndex(particle.number());
            Comm.reduceLocal(one, most, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
        }
        MPI.COMM_WORLD.allReduce(most, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
        Check.that(places[farthest.getIndex()] == farthest.getValue(), "the farthest particle");
        adding.waitFor();
        Check.same(COUNT, total.get(0));
        if (me == 0) {
            System.out.printf("particles: places=%.6f farthest=%d%n", sum, farthest.getIndex());
        }
        MPI.Finalize();
    }
}
