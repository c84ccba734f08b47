package tutti.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.CommunicationLines;
import tutti.examples.support.CommunicationLines.Count;
import tutti.examples.support.Version;

/** Lines of communication code, of which the paper tells in its sections 4.1 to 4.3. */
final class CodeLines implements Exhibit {
    private static final Map<Version, String> COLUMNS = new EnumMap<>(
            Map.of(Version.RMI, "Java RMI here", Version.OBJECTS, "Tutti, objects", Version.BUFFERS, "Tutti, buffers"));

    @Override
    public String name() {
        return "lines";
    }

    @Override
    public List<List<String>> commands(Scope scope) {
        return List.of();
    }

    @Override
    public Table table(Scope scope, Answers answers) {
        List<Column> columns = new ArrayList<>(Paper.columns("""
            ASP 140 3_+_21 4_+_5 ≈100
            LEQ 250 50 19 75
            QR 200 ≈65 ≈65 ≈300
            """, "RMI", "CCJ", "mpiJava", "the algorithm itself"));
        COLUMNS.forEach((version, title) ->
                columns.add(new Column(title, false, row -> cell(scope.sources(), row, version))));
        return new Table("Lines of communication code", """
            Lines that are there only because several members work together. Ours are marked in the sources of the examples, in all versions by the
            same rule: a line counts that would not be there with one member; blank lines and comments do not count, nor does what takes
            times; the second number is what starts and ends members, which the programs share (`CommunicationLines` has the rule and
            counts; `examples-asp-leq-qr/README.md` tells of it). Where the paper has two numbers, the second is for the start, too.

            *Can be compared:* within each half, how much a library saves. *Cannot be compared:* single numbers of both, for the paper does not say how
            it counted, and Java has become shorter.\
            """, "program", "", List.of("ASP", "LEQ", "QR"), columns);
    }

    private static Cell cell(@Nullable Path sources, String row, Version version) {
        if (sources == null) {
            return Cell.absent("the sources of the examples are not beside their jars; give --sources DIR");
        }
        try {
            Count count = CommunicationLines.count(sources).stream()
                    .filter(each -> each.program().equals(row.toLowerCase(Locale.ROOT)) && each.version() == version)
                    .findFirst()
                    .orElseThrow();
            return Cell.printed("%d + %d".formatted(count.communication(), count.setUp()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
