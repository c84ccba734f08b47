import com.palantir.javaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks or applies the format of every Java source below a folder; the root POM starts it.
 *
 * <p>A check leaves out sources whose content an earlier check has found formatted, as a file in {@code target} says.
 */
final class Format {
    private static final String CHECKED = "target/formatted-sources";

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
        Path root = Path.of(args[1]);
        Map<String, String> hashes = hashes(sources(root));
        Path checked = root.resolve(CHECKED);
        boolean checks = mode.equals("check");
        List<String> sources = new ArrayList<>(hashes.keySet());
        if (checks && Files.exists(checked)) {
            Set<String> formatted = Set.copyOf(Files.readAllLines(checked));
            sources.removeIf(source -> formatted.contains(hashes.get(source)));
        }
        if (arguments.isEmpty() || sources.isEmpty()) {
            return;
        }
        arguments.addAll(sources);
        PrintWriter err = new PrintWriter(System.err, true);
        int status = new Main(err, err, System.in).format(arguments.toArray(String[]::new));
        if (status != 0) {
            err.println("The files above are not formatted. Cure: ./mvnw -q -N verify -Dformat=apply");
        } else if (checks) {
            Files.createDirectories(checked.getParent());
            Files.write(checked, new TreeSet<>(hashes.values()));
        }
        // The formatter leaves threads behind that would keep this JVM alive.
        System.exit(status);
    }

    /** Returns the hash of each source's content, with the formatter's version: another one may want another format. */
    private static Map<String, String> hashes(List<String> sources) throws IOException, NoSuchAlgorithmException {
        String formatter = Path.of(Main.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getFileName()
                .toString();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String source : sources) {
            digest.update(formatter.getBytes(StandardCharsets.UTF_8));
            hashes.put(source, HexFormat.of().formatHex(digest.digest(Files.readAllBytes(Path.of(source)))));
        }
        return hashes;
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
