package tutti.examples.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts lines of communication code in the versions of the papers' programs.
 *
 * <p>The rule: those lines count that are there only because several members work together. They are marked in the
 * sources, either each by a comment {@code // communication (KIND)} at its end, or several by {@code // communication
 * (KIND) {} before and {@code // communication }} behind them. Kinds are {@code objects}, {@code buffers} and {@code
 * rmi} for the version that needs them, and {@code set-up} and {@code rmi set-up} for what starts and ends members; a
 * line may be of several kinds. Blank lines and comments do not count, nor does the code that takes times.
 */
public final class CommunicationLines {
    private static final String MARK = "// communication";
    private static final Pattern KIND = Pattern.compile("\\(([a-z -]+)\\)");
    private static final List<String> PROGRAMS = List.of("asp", "leq", "qr");
    private static final List<String> SHARED = List.of("rmi", "support");

    private CommunicationLines() {}

    /**
     * How many lines a version of a program has.
     *
     * @param communication lines in the program itself
     * @param setUp lines that start and end its members, which programs share
     */
    public record Count(String program, Version version, int communication, int setUp) {}

    /**
     * Counts for all programs and versions.
     *
     * @param sources the folder in which the examples' packages lie
     */
    public static List<Count> count(Path sources) throws IOException {
        int setUp = 0;
        int rmiSetUp = 0;
        for (String folder : SHARED) {
            setUp += count(sources.resolve(folder), "set-up");
            rmiSetUp += count(sources.resolve(folder), "rmi set-up");
        }
        List<Count> counts = new ArrayList<>();
        for (String program : PROGRAMS) {
            Path folder = sources.resolve(program);
            counts.add(new Count(program, Version.OBJECTS, count(folder, "objects"), setUp));
            counts.add(new Count(program, Version.BUFFERS, count(folder, "buffers"), setUp));
            counts.add(new Count(program, Version.RMI, count(folder, "rmi"), setUp + rmiSetUp));
        }
        return counts;
    }

    private static int count(Path folder, String kind) throws IOException {
        int count = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                count += count(Files.readAllLines(file), kind);
            }
        }
        return count;
    }

    static int count(List<String> lines, String kind) {
        int count = 0;
        boolean inside = false;
        for (String line : lines) {
            String text = line.strip();
            int mark = text.indexOf(MARK);
            if (mark == 0) {
                inside = text.endsWith("{") && isOf(kind, text);
            } else if (mark > 0) {
                count += isOf(kind, text.substring(mark)) ? 1 : 0;
            } else if (inside && !text.isEmpty() && !text.startsWith("//") && !text.matches("/?\\*.*")) {
                count++;
            }
        }
        return count;
    }

    private static boolean isOf(String kind, String comment) {
        Matcher kinds = KIND.matcher(comment);
        while (kinds.find()) {
            if (kinds.group(1).equals(kind)) {
                return true;
            }
        }
        return false;
    }
}
