package tutti.jgf.section3;

/** An eye before the middle of a square picture; knows the direction in which each of its pixels lies. */
final class Camera {
    private static final Vector EYE = new Vector(0, 20, -30);
    private static final Vector LOOKS_AT = new Vector(0, 0, 0);
    private static final Vector UP = new Vector(0, 1, 0);
    private static final double ANGLE = 35 * 3.14159265 / 180; // the reference values are those of this pi

    private final int width;
    private final Vector ahead;
    private final Vector right;
    private final Vector down;

    /** Makes a camera for a picture of so many pixels in width and height. */
    Camera(int width) {
        this.width = width;
        ahead = LOOKS_AT.minus(EYE).unit();
        Vector up = UP.minus(ahead.times(UP.dot(ahead))).unit();
        double half = StrictMath.tan(ANGLE);
        right = up.cross(ahead).unit().times(half);
        down = up.times(-half);
    }

    Vector eye() {
        return EYE;
    }

    /** Returns the direction of a pixel, counted from the upper left one, with length 1. */
    Vector direction(int column, int row) {
        return right.times(2.0 * column / width - 1)
                .plus(down.times(2.0 * row / width - 1))
                .plus(ahead)
                .unit();
    }
}
