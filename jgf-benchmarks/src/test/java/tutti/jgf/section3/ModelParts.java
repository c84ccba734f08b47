package tutti.jgf.section3;

import java.io.Serializable;

/** What applications compute, without what they send: for programs over another API. */
public final class ModelParts {
    private static final Returns PAST = Returns.of(PriceHistory.generated());

    private ModelParts() {}

    /** The particles of MolDyn, and the forces of a rank's share of the pairs. */
    public static final class Molecules {
        private final Particles particles;
        private final PairForces pairs;
        private final PairSums own;

        /** Puts particles into cells. */
        public Molecules(int cells, int rank, int ranks) {
            particles = new Particles(cells);
            pairs = new PairForces(particles, cells / 4.0, rank, ranks);
            own = new PairSums(particles.count());
        }

        /** Returns how many there are. */
        public int count() {
            return particles.count();
        }

        /** Moves all by the forces of all ranks. */
        public void move(double[] forces) {
            particles.move(forces);
        }

        /**
         * Computes the forces of this rank's share.
         *
         * @return number of interactions
         */
        public int share(double[] forces, double[] potential, double[] virial) {
            own.clear();
            pairs.find();
            pairs.addTo(own);
            System.arraycopy(own.values(), 0, forces, 0, forces.length);
            potential[0] = own.potential();
            virial[0] = own.virial();
            return (int) own.interactions();
        }

        /** Changes velocities by the forces of all ranks; returns the kinetic energy. */
        public double accelerate(double[] forces) {
            return particles.accelerate(forces);
        }

        /** Brings velocities to the wanted temperature; returns the kinetic energy. */
        public double rescale(double kineticEnergy) {
            return particles.rescale(kineticEnergy);
        }
    }

    /** Draws path number {@code run} of MonteCarlo's generated share. */
    public static Serializable path(int run) {
        return PricePath.random(PAST, run);
    }

    /** Returns the return that one of those paths shows. */
    public static double expectedReturn(Object path) {
        return ((PricePath) path).expectedReturn();
    }

    /** Draws a row of RayTracer's picture. */
    public static int[] pixels(int row, int width) {
        Camera camera = new Camera(width);
        Tracer tracer = new Tracer(Scene.cube());
        int[] pixels = new int[width];
        for (int column = 0; column < width; column++) {
            Vector color = tracer.color(camera.eye(), camera.direction(column, row));
            pixels[column] = level(color.x()) << 16 | level(color.y()) << 8 | level(color.z());
        }
        return pixels;
    }

    private static int level(double intensity) {
        return Math.min((int) (intensity * 255), 255);
    }
}
