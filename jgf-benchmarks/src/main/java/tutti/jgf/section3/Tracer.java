package tutti.jgf.section3;

import tutti.jgf.section3.Scene.Sphere;

/**
 * Follows rays of light backwards through a scene.
 *
 * <p>What a surface shows is its own color where lamps light it, their reflexes, half of what is seen in it, and half
 * of what is seen through it. Colors have no upper limit. Used by one thread.
 *
 * <p>The checksums of the suite are those of rays that continue through a sphere not where they met it, but at the
 * point to which the latest reflected ray led: its program keeps all rays in one object. So does this one; {@code
 * latestPoint} is it.
 */
final class Tracer {
    private static final int DEEPEST = 6;
    private static final double NEARLY_NOTHING = 1e-6;
    private static final double SHINE = 15;
    private static final double REFLECTED = 0.5;
    private static final double TRANSMITTED = 0.5;
    private static final double RADIUS_SQUARED = Sphere.RADIUS * Sphere.RADIUS;
    private static final Vector BLACK = new Vector(0, 0, 0);

    private final Scene scene;
    private final Sphere[] spheres;
    private Vector latestPoint = BLACK;

    // what the latest call of hits() has found
    private double distance;
    private Sphere nearest;

    Tracer(Scene scene) {
        this.scene = scene;
        spheres = scene.spheres().toArray(Sphere[]::new);
        nearest = spheres[0];
    }

    /** Returns the red, green and blue that come from a direction of length 1. */
    Vector color(Vector start, Vector direction) {
        return color(start, direction, 0);
    }

    private Vector color(Vector start, Vector direction, int depth) {
        if (depth > DEEPEST || !hits(start, direction)) {
            return BLACK;
        }
        Sphere sphere = nearest;
        Vector point = start.plus(direction.times(distance));
        Vector outward = point.minus(sphere.center()).unit();
        boolean fromInside = direction.dot(outward) >= 0;
        Vector normal = fromInside ? outward.times(-1) : outward;

        Vector mirrored = mirrored(direction, normal);
        Vector color = lit(sphere, point, normal, mirrored);
        latestPoint = point;
        color = color.plus(color(point, mirrored, depth + 1).times(REFLECTED));
        return color.plus(
                color(latestPoint, refracted(direction, normal), depth + 1).times(TRANSMITTED));
    }

    /** Returns the light of all lamps that reaches the eye from a point. */
    private Vector lit(Sphere sphere, Vector point, Vector normal, Vector mirrored) {
        double blue = 0;
        double white = 0;
        for (Vector lamp : scene.lamps()) {
            Vector toLamp = lamp.minus(point);
            if (normal.dot(toLamp) >= 0) {
                toLamp = toLamp.unit();
                if (!hits(point, toLamp)) {
                    blue += normal.dot(toLamp) * sphere.blue();
                    double reflex = mirrored.dot(toLamp);
                    if (reflex > NEARLY_NOTHING) {
                        white += StrictMath.pow(reflex, SHINE);
                    }
                }
            }
        }
        return new Vector(white, white, blue + white);
    }

    /** The glass bends no light; but what rounding makes of that is in the checksums. */
    private static Vector refracted(Vector direction, Vector normal) {
        double cosine = -direction.dot(normal);
        double inside = Math.sqrt(1 - (1 - cosine * cosine));
        return direction.plus(normal.times(cosine - inside)).unit();
    }

    private static Vector mirrored(Vector direction, Vector normal) {
        return direction
                .times(1 / Math.abs(direction.dot(normal)))
                .plus(normal.times(2))
                .unit();
    }

    /** Finds the nearest sphere in a direction; tells whether there is one. */
    private boolean hits(Vector start, Vector direction) {
        double shortest = Double.POSITIVE_INFINITY;
        for (Sphere sphere : spheres) {
            double found = distance(sphere, start, direction);
            if (found < shortest) {
                shortest = found;
                nearest = sphere;
            }
        }
        distance = shortest;
        return shortest < Double.POSITIVE_INFINITY;
    }

    /** Returns how far away a sphere's surface is, or infinity if it is not in this direction. */
    private static double distance(Sphere sphere, Vector start, Vector direction) {
        Vector toCenter = sphere.center().minus(start);
        double along = toCenter.dot(direction);
        double square = along * along - toCenter.dot(toCenter) + RADIUS_SQUARED;
        if (square < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double half = Math.sqrt(square);
        double entry = along - half;
        double first = entry < NEARLY_NOTHING ? along + half : entry;
        return first < NEARLY_NOTHING ? Double.POSITIVE_INFINITY : first;
    }
}
