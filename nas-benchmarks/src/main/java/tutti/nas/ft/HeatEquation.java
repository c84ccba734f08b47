package tutti.nas.ft;

import tutti.group.Communicator;
import tutti.nas.kernel.NasRandom;

/** One member's share of a box of random numbers, which evolves by the heat equation. */
final class HeatEquation {
    private static final double ALPHA = 1e-6;
    private static final int SAMPLES = 1024;

    private final Box box;
    private final BoxTransform transform;
    private final double[] spectrum; // by columns
    private final double[] field; // by planes
    private final double[] decayX; // in one step, of each frequency
    private final double[] decayY;
    private final double[] decayZ;

    HeatEquation(Box box, Communicator world) {
        this.box = box;
        transform = new BoxTransform(box, world);
        spectrum = new double[box.share()];
        field = new double[box.share()];
        decayX = decay(box.nx());
        decayY = decay(box.ny());
        decayZ = decay(box.nz());
    }

    /** Returns exp(-4 alpha pi^2 k^2) for the frequencies 0 to n/2 - 1, and then for -n/2 to -1. */
    private static double[] decay(int n) {
        double[] decay = new double[n];
        for (int i = 0; i < n; i++) {
            double frequency = i < n / 2 ? i : i - n;
            decay[i] = Math.exp(-4 * ALPHA * Math.PI * Math.PI * frequency * frequency);
        }
        return decay;
    }

    /** Draws the field, and transforms it. */
    void start() {
        NasRandom random = new NasRandom(NasRandom.SEED);
        random.skip((long) box.firstPlane() * box.ny() * box.rowSize());
        double[] pairs = new double[box.rowSize()];
        for (int row = 0; row < spectrum.length; row += box.rowSize()) {
            random.fill(pairs, 0, pairs.length);
            for (int x = 0; x < box.nx(); x++) {
                spectrum[row + x] = pairs[2 * x];
                spectrum[row + box.nx() + x] = pairs[2 * x + 1];
            }
        }
        transform.forward(spectrum);
    }

    /** Advances by a step of time. */
    void step() {
        int nx = box.nx();
        int row = 0;
        for (int z = 0; z < box.nz(); z++) {
            for (int column = 0; column < box.columns(); column++) {
                double decay = decayZ[z] * decayY[box.firstColumn() + column];
                weaken(row, decay);
                weaken(row + nx, decay);
                row += box.rowSize();
            }
        }
        System.arraycopy(spectrum, 0, field, 0, field.length);
        transform.inverse(field);
    }

    private void weaken(int first, double decay) {
        for (int x = 0; x < decayX.length; x++) {
            spectrum[first + x] *= decay * decayX[x];
        }
    }

    /** Adds up this member's part of 1024 samples of the field, at an index: the real part, and the imaginary one. */
    void addSamples(double[] sums, int index) {
        for (int i = 1; i <= SAMPLES; i++) {
            int plane = 5 * i % box.nz() - box.firstPlane();
            if (plane >= 0 && plane < box.planes()) {
                int row = (plane * box.ny() + 3 * i % box.ny()) * box.rowSize();
                int x = i % box.nx();
                sums[index] += field[row + x] / box.points();
                sums[index + 1] += field[row + box.nx() + x] / box.points();
            }
        }
    }
}
