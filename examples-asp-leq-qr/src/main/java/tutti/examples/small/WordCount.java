package tutti.examples.small;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Counts words: each member those of some lines, in a map, and the maps are merged. */
@Command(name = "words", sortOptions = false, description = "Prints the most frequent words of a text.")
public final class WordCount extends ProgramCommand {
    private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}]+");

    private static final String VERSE = """
        How much wood would a woodchuck chuck,
        If a woodchuck could chuck wood?
        A woodchuck would chuck all the wood he could,
        If a woodchuck could chuck wood.
        """;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Text in UTF-8; every JVM reads it (default: a verse).")
    private @Nullable Path file;

    @Option(names = "--top", paramLabel = "N", description = "How many words (default: ${DEFAULT-VALUE}).")
    private int top = 10;

    WordCount(String... args) {
        super("words", args);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new WordCount(args), args);
    }

    @Override
    public Integer call() {
        try (ColGroupMaster master = master()) {
            try {
                List<String> lines = lines();
                master.start("words", () -> new Member(lines));
            } catch (InputException e) {
                return refused(e, master);
            }
        }
        return 0;
    }

    private List<String> lines() throws InputException {
        if (top < 1) {
            throw new InputException("--top=%d: must be 1 or more".formatted(top));
        }
        try {
            return file == null ? VERSE.lines().toList() : Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new InputException("%s: no such file; looked for %s"
                    .formatted(file, Path.of(e.getFile()).toAbsolutePath()));
        } catch (IOException e) {
            throw new InputException("%s: cannot be read as text in UTF-8: %s".formatted(file, e));
        }
    }

    private final class Member extends ColMember {
        private final List<String> lines;

        Member(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            Map<String, Long> counts = count(world, lines);
            if (world.rank() == 0) {
                out().println("words: %d different ones in %d lines, members: %d"
                        .formatted(counts.size(), lines.size(), world.size()));
                counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(top)
                        .forEach(word -> out().println("%7d  %s".formatted(word.getValue(), word.getKey())));
            }
        }
    }

    /** Counts the words of a text, of which each member takes some lines; called by all members. */
    static Map<String, Long> count(Communicator world, List<String> lines) {
        List<String> share = new Partition(lines.size(), world.size()).part(lines, world.rank());
        Map<String, Long> mine = share.stream()
                .flatMap(NO_LETTERS::splitAsStream)
                .filter(word -> !word.isEmpty())
                .collect(groupingBy(word -> word.toLowerCase(Locale.ROOT), TreeMap::new, counting()));
        return world.allReduce(mine, Reductions.merging(Long::sum));
    }
}
