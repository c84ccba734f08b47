package tutti.bench;

import java.io.PrintWriter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line of names, and a line for each row; no value holds a comma or a quote, and none is an empty field. */
final class CsvReport implements Report {
    private final PrintWriter out;

    CsvReport(PrintWriter out) {
        this.out = out;
        out.println(components().map(RecordComponent::getName).collect(Collectors.joining(",")));
    }

    @Override
    public void add(Row row) {
        out.println(components().map(component -> text(component, row)).collect(Collectors.joining(",")));
        out.flush();
    }

    @Override
    public void end() {}

    private static Stream<RecordComponent> components() {
        return Arrays.stream(Row.class.getRecordComponents());
    }

    private static String text(RecordComponent component, Row row) {
        try {
            Object value = component.getAccessor().invoke(row);
            return value == null ? "" : value.toString();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(component.getName(), e);
        }
    }
}
