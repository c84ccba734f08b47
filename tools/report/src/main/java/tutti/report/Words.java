package tutti.report;

import java.util.Collection;
import java.util.stream.Collectors;

/** Lists as they are written on the command line. */
final class Words {
    private Words() {}

    static String list(Collection<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}
