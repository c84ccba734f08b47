package tutti.examples.nbody;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import tutti.collectives.Reductions;
import tutti.group.Communicator;

/** A picture of how many bodies are behind each point: bodies of even numbers are blue, the others red. */
final class Density {
    private static final int SIDE = 800; // pixels
    private static final double REACH = 2.5; // from the middle to an edge
    private static final int[] BLUE = {70, 150, 255};
    private static final int[] RED = {255, 130, 50};
    private static final int BRIGHTEST = 255;

    private final Path file;
    private int[] counts = {};

    Density(Path file) {
        this.file = file;
    }

    /** Tells whether the file's name says that it is to have this format. */
    static boolean isPossible(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
    }

    /** Counts the bodies of all members for each pixel, those of even numbers apart from the others. */
    int[] count(Communicator world, Body... bodies) {
        int[] own = new int[2 * SIDE * SIDE];
        for (Body body : bodies) {
            int column = (int) Math.floor((body.x / REACH + 1) / 2 * SIDE);
            int row = (int) Math.floor((1 - body.y / REACH) / 2 * SIDE);
            if (column >= 0 && column < SIDE && row >= 0 && row < SIDE) {
                own[2 * (row * SIDE + column) + body.id % 2]++;
            }
        }
        return world.allReduce(own, Reductions.sum());
    }

    /** Takes what was counted. */
    void take(int[] counted) {
        counts = counted;
    }

    /** Writes the picture; its brightness is the logarithm of the density. */
    void write() throws IOException {
        System.setProperty("java.awt.headless", "true");
        double[] smooth = smooth();
        double most = 0;
        for (double value : smooth) {
            most = Math.max(most, value);
        }
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            image.setRGB(
                    pixel % SIDE,
                    pixel / SIDE,
                    colour(brightness(smooth[2 * pixel], most), brightness(smooth[2 * pixel + 1], most)));
        }
        try (OutputStream stream = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", stream);
        }
    }

    /** Spreads each body over the eight pixels around its own. */
    private double[] smooth() {
        double[] smooth = new double[counts.length];
        for (int row = 1; row < SIDE - 1; row++) {
            for (int column = 1; column < SIDE - 1; column++) {
                for (int kind = 0; kind < 2; kind++) {
                    spread(smooth, 2 * (row * SIDE + column) + kind);
                }
            }
        }
        return smooth;
    }

    private void spread(double[] smooth, int at) {
        if (counts[at] > 0) {
            for (int down = -1; down <= 1; down++) {
                for (int right = -1; right <= 1; right++) {
                    int distance = Math.abs(down) + Math.abs(right);
                    smooth[at + 2 * (down * SIDE + right)] += counts[at] / (double) (4 << distance);
                }
            }
        }
    }

    private static double brightness(double density, double most) {
        return most == 0 ? 0 : Math.log1p(8 * density) / Math.log1p(8 * most);
    }

    private static int colour(double blue, double red) {
        int rgb = 0;
        for (int part = 0; part < BLUE.length; part++) {
            double light = blue * BLUE[part] + red * RED[part];
            double white = Math.max(0, blue + red - 0.6) * BRIGHTEST; // where it is dense
            rgb = (rgb << 8) | (int) Math.min(BRIGHTEST, light + white);
        }
        return rgb;
    }
}
