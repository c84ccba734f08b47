package tutti.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** Values by the words that stand for them. */
final class Words {
    private Words() {}

    /** Finds a value, as {@code reduce-scatter} also by the spelling of a method or constant. */
    static <E extends Enum<E>> E find(String what, String word, E[] values) {
        return Arrays.stream(values)
                .filter(value -> plain(value.toString()).equals(plain(word)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("%s=%s is none; choose one of %s"
                        .formatted(
                                what,
                                word,
                                String.join(
                                        ", ",
                                        Stream.of(values).map(Enum::toString).toList()))));
    }

    private static String plain(String word) {
        return word.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
