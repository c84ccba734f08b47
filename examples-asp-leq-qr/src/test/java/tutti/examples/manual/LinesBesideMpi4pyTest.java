package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on porting has the numbers of lines of our programs as they are now. */
class LinesBesideMpi4pyTest {
    private static final String SOURCES = "examples-asp-leq-qr/src/main/java/tutti/examples/";
    private static final String MEMBER = "    "; // where members of a class begin

    private static final int CHECKPOINT_LINES = 6; // checkpoints, continuing from one, and the JVM that dies

    /** What all members call in one program: the beginnings of declarations, without modifiers. */
    private record Counted(String file, int leftOut, List<String> declarations) {}

    private static final List<Counted> PROGRAMS = List.of(
            new Counted(
                    "small/TaskFarm.java",
                    0,
                    List.of(
                            "int TASK",
                            "int RESULT",
                            "int STOP",
                            "record Result(",
                            "List<Result> farm(",
                            "List<Result> distribute(",
                            "void hand(",
                            "void work(")),
            new Counted(
                    "small/Heat.java",
                    0,
                    List.of("class Block", "Block simulate(", "Block coldBlock(", "void spread(")),
            new Counted("small/SampleSort.java", 0, List.of("long[] sort(", "long[] regular(", "List<long[]> cut(")),
            new Counted("small/WordCount.java", 0, List.of("Pattern NO_LETTERS", "Map<String, Long> count(")),
            new Counted(
                    "cg/ConjugateGradients.java",
                    CHECKPOINT_LINES,
                    List.of("void solve(", "void countIteration(", "double[] multiply(", "double dot(")),
            new Counted("small/BreadthFirst.java", 0, List.of("int[] distances(")));

    @Test
    void shouldCountTheLinesOfTheTable() throws IOException {
        List<String> counts = new ArrayList<>();
        for (Counted program : PROGRAMS) {
            List<String> source = Files.readAllLines(Page.PROJECT.resolve(SOURCES + program.file));
            int lines = -program.leftOut;
            for (String declaration : program.declarations) {
                lines += linesOf(source, declaration);
            }
            counts.add(String.valueOf(lines));
        }
        assertThat(Page.read("porting.md").column("lines, Tutti")).isEqualTo(counts);
    }

    private static int linesOf(List<String> source, String declaration) {
        int begin = 0;
        while (!isDeclaration(source.get(begin), declaration)) {
            begin++;
        }
        int end = begin;
        if (!source.get(begin).endsWith(";") && !source.get(begin).endsWith("{}")) {
            while (!source.get(end).equals(MEMBER + "}")) {
                end++;
            }
        }
        return (int) source.subList(begin, end + 1).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//") && !line.startsWith("/*"))
                .count();
    }

    private static boolean isDeclaration(String line, String declaration) {
        return line.startsWith(MEMBER)
                && !line.startsWith(MEMBER + " ")
                && !line.startsWith(MEMBER + "/*")
                && line.contains(" " + declaration);
    }
}
