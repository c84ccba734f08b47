package tutti.jgf.section3;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be seen: spheres in a cube of four by four by four, lit by five lamps.
 *
 * @param spheres bluer the further right and the higher they are
 * @param lamps where light of the same brightness comes from
 */
record Scene(List<Sphere> spheres, List<Vector> lamps) {
    private static final int SPHERES_TO_AN_EDGE = 4;
    private static final double EDGE = 20;

    /** Copies the lists. */
    Scene {
        spheres = List.copyOf(spheres);
        lamps = List.copyOf(lamps);
    }

    /** A ball of radius 3, of a blue between 0 and 1. */
    record Sphere(Vector center, double blue) {
        static final double RADIUS = 3;
    }

    /** Makes the scene of all sizes. */
    static Scene cube() {
        List<Sphere> spheres = new ArrayList<>();
        for (int i = 0; i < SPHERES_TO_AN_EDGE; i++) {
            for (int j = 0; j < SPHERES_TO_AN_EDGE; j++) {
                for (int k = 0; k < SPHERES_TO_AN_EDGE; k++) {
                    Vector center = new Vector(onEdge(i), onEdge(j), onEdge(k));
                    spheres.add(new Sphere(center, (i + j) / (2.0 * (SPHERES_TO_AN_EDGE - 1))));
                }
            }
        }
        return new Scene(
                spheres,
                List.of(
                        new Vector(100, 100, -50),
                        new Vector(-100, 100, -50),
                        new Vector(100, -100, -50),
                        new Vector(-100, -100, -50),
                        new Vector(200, 200, 0)));
    }

    private static double onEdge(int index) {
        return EDGE / (SPHERES_TO_AN_EDGE - 1) * index - EDGE / 2;
    }
}
