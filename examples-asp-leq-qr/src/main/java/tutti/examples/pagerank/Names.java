package tutti.examples.pagerank;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;

/** What vertices are called for people: a file of lines with a vertex' number, a tab, its name, and maybe more. */
final class Names {
    private static final int SHOWN = 3; // more fields would be no name

    private Names() {}

    /** Reads the names; a line that does not begin with a number, as a title does not, names nothing. */
    static Map<Long, String> read(@Nullable Path file) throws InputException {
        Map<Long, String> names = new HashMap<>();
        if (file == null) {
            return names;
        }
        try (Lines lines = new Lines(file)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                String[] fields = line.split("\t", SHOWN + 1);
                if (fields.length > 1 && fields[0].matches("\\d{1,18}")) {
                    names.put(
                            Long.valueOf(fields[0]), fields.length < SHOWN ? fields[1] : fields[1] + ", " + fields[2]);
                }
            }
            if (names.isEmpty()) {
                throw lines.error("no names; expected lines of a number, a tab and a name");
            }
        }
        return names;
    }
}
