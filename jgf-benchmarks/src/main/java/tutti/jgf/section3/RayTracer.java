package tutti.jgf.section3;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Reductions;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.jgf.suite.Timing;
import tutti.serialization.DirectBuffer;

/**
 * Section 3: draws 64 glassy spheres by ray tracing.
 *
 * <p>Member r draws rows r, r + P, r + 2P and so on, since neighbouring rows take about as long. Rank 0 collects the
 * pixels; their checksum is made by a reduction, and must be the reference value exactly.
 */
public final class RayTracer implements Benchmark {

    /** Makes the benchmark. */
    public RayTracer() {}

    @Override
    public int section() {
        return 3;
    }

    @Override
    public String name() {
        return "RayTracer";
    }

    @Override
    public List<Size> sizes() {
        return List.of(Size.A, Size.B);
    }

    private static int width(Size size) {
        return switch (size) {
            case A -> 150;
            case B -> 500;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    private static long reference(Size size) {
        return switch (size) {
            case A -> 2_676_692;
            case B -> 29_827_635;
            case C -> throw new IllegalArgumentException("no such size: " + size);
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        Size size = member.settings().size();
        int width = width(size);
        Timer total = member.newTimer();
        Timer init = member.newTimer();
        Timer run = member.newTimer();

        total.start();
        init.start();
        Scene scene = Scene.cube();
        init.stop();
        run.start();
        int[] rows = drawRows(member, new Tracer(scene), new Camera(width), width);
        Long checksum = member.reduce(member.group(), checksum(rows), Reductions.sum(), 0);
        int[] picture = collect(member, rows, width);
        run.stop();
        total.stop();

        if (checksum == null || picture == null) {
            return null;
        }
        String file = member.settings().picture();
        if (file != null) {
            PictureFile.write(picture, width, Path.of(file));
        }
        return new Outcome(
                List.of(
                        new Timing("Init", "Objects", scene.spheres().size(), init.seconds()),
                        new Timing("Run", "Pixels", (double) width * width, run.seconds()),
                        new Timing("Total", "Solutions", 1, total.seconds())),
                List.of(
                        new Check("sum of all colors", reference(size), checksum, 0),
                        new Check("sum of all colors at rank 0", reference(size), checksum(picture), 0)));
    }

    /** Draws this member's rows, one behind the other. */
    private static int[] drawRows(SuiteMember member, Tracer tracer, Camera camera, int width) {
        int[] pixels = new int[rowsOf(member.rank(), width, member.members()) * width];
        int index = 0;
        for (int row = member.rank(); row < width; row += member.members()) {
            for (int column = 0; column < width; column++) {
                pixels[index++] = pixel(tracer.color(camera.eye(), camera.direction(column, row)));
            }
            member.progress(row, width);
        }
        return pixels;
    }

    private static int rowsOf(int rank, int width, int members) {
        return (width - rank + members - 1) / members;
    }

    private static int pixel(Vector color) {
        return (level(color.x()) << 16) | (level(color.y()) << 8) | level(color.z());
    }

    private static int level(double intensity) {
        return Math.min((int) (intensity * 255), 255);
    }

    private static long checksum(int[] pixels) {
        long sum = 0;
        for (int pixel : pixels) {
            sum += ((pixel >> 16) & 0xff) + ((pixel >> 8) & 0xff) + (pixel & 0xff);
        }
        return sum;
    }

    /** Collects all rows at rank 0, in the picture's order; returns null at the others. */
    private static int @Nullable [] collect(SuiteMember member, int[] rows, int width) {
        int members = member.members();
        boolean collects = member.rank() == 0;
        int[] counts = new int[members];
        for (int rank = 0; rank < members; rank++) {
            counts[rank] = rowsOf(rank, width, members) * width;
        }
        int[] byRank = new int[collects ? width * width : 0];
        member.gather(member.group(), DirectBuffer.of(rows), DirectBuffer.of(byRank), Blocks.of(counts), 0);
        if (!collects) {
            return null;
        }
        int[] picture = new int[width * width];
        int from = 0;
        for (int rank = 0; rank < members; rank++) {
            for (int row = rank; row < width; row += members) {
                System.arraycopy(byRank, from, picture, row * width, width);
                from += width;
            }
        }
        return picture;
    }
}
