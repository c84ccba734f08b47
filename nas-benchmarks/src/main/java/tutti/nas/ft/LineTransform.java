package tutti.nas.ft;

/**
 * Discrete Fourier transforms of many lines of complex numbers at the same time.
 *
 * <p>This is Stockham's algorithm by steps of radix 4, and one of radix 2 if the length is no power of 4. Element i of
 * line l is at i * LINES + l, so the innermost loop runs over the lines, and over more after each step.
 */
final class LineTransform {
    /** How many lines are transformed at a time. */
    static final int LINES = 16;

    private final int length;
    private final double[] rootsRe; // of unity
    private final double[] rootsIm;
    private double[] re;
    private double[] im;
    private double[] otherRe;
    private double[] otherIm;

    /** Makes one for a length that is a power of two. */
    LineTransform(int length) {
        this.length = length;
        re = new double[length * LINES];
        im = new double[re.length];
        otherRe = new double[re.length];
        otherIm = new double[re.length];
        rootsRe = new double[length];
        rootsIm = new double[length];
        for (int i = 0; i < length; i++) {
            rootsRe[i] = Math.cos(2 * Math.PI * i / length);
            rootsIm[i] = -Math.sin(2 * Math.PI * i / length);
        }
    }

    int length() {
        return length;
    }

    /** Returns the real parts, to be set before a transform and read after it; another array after each. */
    double[] re() {
        return re;
    }

    /** Returns the imaginary parts, as {@link #re} does. */
    double[] im() {
        return im;
    }

    /** Transforms; the inverse is not divided by the length. */
    void transform(boolean isInverse) {
        if (isInverse) {
            swapParts();
        }
        int parts = length; // elements that are still to be combined
        int stride = LINES;
        for (; parts >= 4; parts /= 4, stride *= 4) {
            step4(parts, stride);
        }
        if (parts == 2) {
            step2(stride);
        }
        if (isInverse) {
            swapParts();
        }
    }

    /** With real and imaginary parts exchanged, before and after, a transform is the inverse one. */
    private void swapParts() {
        double[] oldRe = re;
        re = im;
        im = oldRe;
        double[] oldOtherRe = otherRe;
        otherRe = otherIm;
        otherIm = oldOtherRe;
    }

    private void swapArrays() {
        double[] oldRe = re;
        re = otherRe;
        otherRe = oldRe;
        double[] oldIm = im;
        im = otherIm;
        otherIm = oldIm;
    }

    private void step2(int stride) {
        add2(re, otherRe, stride);
        add2(im, otherIm, stride);
        swapArrays();
    }

    private static void add2(double[] from, double[] to, int stride) {
        for (int i = 0; i < stride; i++) {
            double a = from[i];
            double b = from[stride + i];
            to[i] = a + b;
            to[stride + i] = a - b;
        }
    }

    private void step4(int parts, int stride) {
        int quarter = parts / 4;
        int rootStep = length / parts;
        for (int part = 0; part < quarter; part++) {
            butterflies4(part * stride, quarter * stride, stride, part * rootStep);
        }
        swapArrays();
    }

    private void butterflies4(int from, int distance, int stride, int root) {
        double[] fromRe = re;
        double[] fromIm = im;
        double[] toRe = otherRe;
        double[] toIm = otherIm;
        double w1Re = rootsRe[root];
        double w1Im = rootsIm[root];
        double w2Re = rootsRe[2 * root];
        double w2Im = rootsIm[2 * root];
        double w3Re = rootsRe[3 * root];
        double w3Im = rootsIm[3 * root];
        for (int i = 0; i < stride; i++) {
            int at = from + i;
            double aRe = fromRe[at];
            double aIm = fromIm[at];
            double bRe = fromRe[at + distance];
            double bIm = fromIm[at + distance];
            double cRe = fromRe[at + 2 * distance];
            double cIm = fromIm[at + 2 * distance];
            double dRe = fromRe[at + 3 * distance];
            double dIm = fromIm[at + 3 * distance];
            double acRe = aRe + cRe;
            double acIm = aIm + cIm;
            double bdRe = bRe + dRe;
            double bdIm = bIm + dIm;
            double acLessRe = aRe - cRe;
            double acLessIm = aIm - cIm;
            double turnedRe = dIm - bIm; // i (b - d)
            double turnedIm = bRe - dRe;
            int to = 4 * from + i;
            toRe[to] = acRe + bdRe;
            toIm[to] = acIm + bdIm;
            double oneRe = acLessRe - turnedRe;
            double oneIm = acLessIm - turnedIm;
            toRe[to + stride] = oneRe * w1Re - oneIm * w1Im;
            toIm[to + stride] = oneRe * w1Im + oneIm * w1Re;
            double twoRe = acRe - bdRe;
            double twoIm = acIm - bdIm;
            toRe[to + 2 * stride] = twoRe * w2Re - twoIm * w2Im;
            toIm[to + 2 * stride] = twoRe * w2Im + twoIm * w2Re;
            double threeRe = acLessRe + turnedRe;
            double threeIm = acLessIm + turnedIm;
            toRe[to + 3 * stride] = threeRe * w3Re - threeIm * w3Im;
            toIm[to + 3 * stride] = threeRe * w3Im + threeIm * w3Re;
        }
    }
}
