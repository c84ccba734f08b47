package tutti.examples.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the manual, read as its readers do: fenced blocks with what stands before them, and tables. */
final class Page {
    /** The project's folder. */
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern BETWEEN_CELLS = Pattern.compile("(?<!\\\\)\\|");

    private final String text;

    private Page(String text) {
        this.text = text;
    }

    /** Reads a page of the folder docs. */
    static Page read(String name) throws IOException {
        return new Page(Files.readString(PROJECT.resolve("docs").resolve(name)));
    }

    /**
     * A fenced block.
     *
     * @param before the last line of text before it
     */
    record Block(String before, String language, String content) {}

    /** Returns the fenced blocks up to a heading, in order. */
    List<Block> blocksBefore(String heading) {
        return blocks(text.substring(0, text.indexOf("\n" + heading + "\n")));
    }

    /** Returns the fenced blocks under a heading, in order. */
    List<Block> blocksUnder(String heading) {
        String under = text.substring(text.indexOf("\n" + heading + "\n") + heading.length() + 2);
        int end = under.indexOf("\n#");
        return blocks(end < 0 ? under : under.substring(0, end));
    }

    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(text);
        int from = 0;
        while (fence.find()) {
            String before = text.substring(from, fence.start()).strip();
            blocks.add(new Block(before.substring(before.lastIndexOf('\n') + 1), fence.group(1), fence.group(2)));
            from = fence.end();
        }
        return blocks;
    }

    /** Returns the lines that begin so. */
    List<String> linesThatBegin(String start) {
        return text.lines().filter(line -> line.startsWith(start)).toList();
    }

    /** Returns the cells below a head, in all tables that have it. */
    List<String> column(String head) {
        List<String> cells = new ArrayList<>();
        int index = -1;
        for (String line : text.lines().toList()) {
            List<String> row = row(line);
            if (index < 0) {
                index = row.indexOf(head);
            } else if (row.isEmpty()) {
                index = -1;
            } else if (!line.startsWith("|---")) {
                cells.add(row.get(index));
            }
        }
        return cells;
    }

    /** Returns a line's cells; none if it is of no table. */
    private static List<String> row(String line) {
        if (!line.startsWith("|")) {
            return List.of();
        }
        return BETWEEN_CELLS
                .splitAsStream(line.substring(1, line.lastIndexOf('|')))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }

    /** Returns what stands between backticks. */
    static List<String> spans(String cell) {
        return SPAN.matcher(cell).results().map(found -> found.group(1)).toList();
    }
}
