import com.palantir.javaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks or applies the format of every Java source below a folder; the root POM starts it. */
final class Format {
    private Format() {}

    public static void main(String[] args) throws Exception {
        String mode = args[0];
        List<String> arguments = new ArrayList<>(
                switch (mode) {
                    case "check" -> List.of("--palantir", "--dry-run", "--set-exit-if-changed");
                    case "apply" -> List.of("--palantir", "--replace");
                    case "off" -> List.of();
                    default ->
                        throw new IllegalArgumentException("unknown format=" + mode + "; use check, apply or off");
                });
        List<String> sources = sources(Path.of(args[1]));
        if (arguments.isEmpty() || sources.isEmpty()) {
            return;
        }
        arguments.addAll(sources);
        PrintWriter err = new PrintWriter(System.err, true);
        int status = new Main(err, err, System.in).format(arguments.toArray(String[]::new));
        if (status != 0) {
            err.println("The files above are not formatted. Cure: ./mvnw -q -N verify -Dformat=apply");
        }
        // The formatter leaves threads behind that would keep this JVM alive.
        System.exit(status);
    }

    private static List<String> sources(Path root) throws IOException {
        List<String> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean foreign = name.equals("target") || name.equals(".git");
                return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file.toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(sources);
        return sources;
    }
}
