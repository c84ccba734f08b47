package tutti.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The libraries of peers, which are on the class path of these peers' own processes only. */
final class PeerJars {
    private PeerJars() {}

    /**
     * Returns this module's jar and those beside its folder; in a build under way the latter are on the class path
     * already.
     */
    static List<Path> find() throws IOException {
        List<Path> jars = new ArrayList<>(List.of(JavaJob.place(PeerJars.class)));
        jars.addAll(besideThisModule("peers"));
        return jars;
    }

    /** Returns the jars in a folder beside that of this module's jar; none in a build under way. */
    static List<Path> besideThisModule(String name) throws IOException {
        Path folder =
                JavaJob.place(PeerJars.class).resolveSibling("..").resolve(name).normalize();
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
                found.forEach(jars::add);
            }
        }
        return jars;
    }
}
