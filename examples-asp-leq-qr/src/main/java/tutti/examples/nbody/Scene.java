package tutti.examples.nbody;

import java.util.Locale;
import java.util.SplittableRandom;

/** Where the bodies are at first. Each is drawn by itself, so that a member can make any of them. */
enum Scene {
    /** A star cluster in equilibrium. */
    PLUMMER {
        @Override
        Body body(int id, int bodies, long seed) {
            return plummer(id, bodies, seed, 1, 1);
        }
    },

    /** Two clusters that fall towards each other, and miss a little: the even bodies, and the odd ones. */
    COLLISION {
        @Override
        Body body(int id, int bodies, long seed) {
            Body body = plummer(id, bodies, seed, 0.5, 0.5);
            double side = id % 2 == 0 ? 1 : -1;
            body.x += side * 1.5;
            body.y += side * 0.35;
            body.vx -= side * 0.35;
            return body;
        }
    };

    private static final double RADIUS = 3 * Math.PI / 16; // such that the total energy is -1/4
    private static final double INNERMOST = 1e-6; // of the mass
    private static final double OUTERMOST = 0.999;
    private static final long ODD = 0x9e3779b97f4a7c15L;

    abstract Body body(int id, int bodies, long seed);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Draws a body of Plummer's model, as S. J. Aarseth, M. Hénon and R. Wielen do: A comparison of numerical methods
     * for the study of star cluster dynamics, Astronomy and Astrophysics 37, 1974.
     *
     * @param mass of the whole cluster
     * @param size of the cluster, 1 for that of the standard units
     */
    private static Body plummer(int id, int bodies, long seed, double mass, double size) {
        SplittableRandom random = new SplittableRandom(seed * ODD + id);
        Body body = new Body(id, 1.0 / bodies);
        double enclosed = random.nextDouble(INNERMOST, OUTERMOST);
        double radius = 1 / Math.sqrt(StrictMath.pow(enclosed, -2.0 / 3) - 1);
        double[] place = direction(random);
        double[] motion = direction(random);
        double escape = Math.sqrt(2) * StrictMath.pow(1 + radius * radius, -0.25);
        double speed = partOfEscape(random) * escape * Math.sqrt(mass / size / RADIUS);
        double scaled = radius * RADIUS * size;
        body.x = scaled * place[0];
        body.y = scaled * place[1];
        body.z = scaled * place[2];
        body.vx = speed * motion[0];
        body.vy = speed * motion[1];
        body.vz = speed * motion[2];
        return body;
    }

    private static double partOfEscape(SplittableRandom random) {
        while (true) {
            double part = random.nextDouble();
            double square = part * part;
            double density = square * StrictMath.pow(1 - square, 3.5);
            if (random.nextDouble(0.1) < density) { // 0.1 is a little more than its greatest value
                return part;
            }
        }
    }

    private static double[] direction(SplittableRandom random) {
        double z = random.nextDouble(-1, 1);
        double angle = random.nextDouble(2 * Math.PI);
        double across = Math.sqrt(1 - z * z);
        return new double[] {across * StrictMath.cos(angle), across * StrictMath.sin(angle), z};
    }
}
