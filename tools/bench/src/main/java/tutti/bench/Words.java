package tutti.bench;

import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Values by the words that stand for them. */
final class Words {
    private Words() {}

    static <E extends Enum<E>> E find(String what, String word, E[] values) {
        return Arrays.stream(values)
                .filter(value -> value.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("%s=%s is none; choose one of %s"
                        .formatted(
                                what,
                                word,
                                String.join(
                                        ", ",
                                        Stream.of(values).map(Enum::toString).toList()))));
    }
}
