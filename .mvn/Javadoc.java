import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes one Javadoc of the packages that several modules export; {@code tools/it/pom.xml} starts it.
 *
 * <p>The tool is given files: if it looked for sources itself it would find the modules' descriptors, and want all jars
 * as modules.
 */
final class Javadoc {
    private Javadoc() {}

    /** Takes options of the tool, then {@code --packages}, then the folders of the packages. */
    public static void main(String[] args) throws IOException {
        int packages = List.of(args).indexOf("--packages");
        List<String> arguments = new ArrayList<>(List.of(args).subList(0, packages));
        for (String folder : List.of(args).subList(packages + 1, args.length)) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                files.map(Path::toString)
                        .filter(file -> file.endsWith(".java"))
                        .sorted()
                        .forEach(arguments::add);
            }
        }
        ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
        System.exit(javadoc.run(System.out, System.err, arguments.toArray(String[]::new)));
    }
}
