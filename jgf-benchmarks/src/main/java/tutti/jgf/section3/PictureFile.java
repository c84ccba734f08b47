package tutti.jgf.section3;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import tutti.jgf.suite.SuiteException;

/** A picture in a file. */
final class PictureFile {
    private PictureFile() {}

    /**
     * Writes a PNG file.
     *
     * @param pixels red, green and blue in 8 bits each, row by row
     * @throws SuiteException if the file cannot be written
     */
    static void write(int[] pixels, int width, Path file) {
        int height = pixels.length / width;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new SuiteException("cannot write the picture: file=%s reason=%s".formatted(file, e));
        }
    }
}
