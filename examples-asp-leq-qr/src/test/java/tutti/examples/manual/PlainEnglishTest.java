package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual has none of the words and turns that make a reader stop and read twice; each has a plain one. */
class PlainEnglishTest {
    private static final Map<String, String> PLAIN = Map.ofEntries(
            Map.entry("whoever", "the member that, anyone who"),
            Map.entry("mend", "fix"),
            Map.entry("mended", "fixed"),
            Map.entry("for ever", "without end, indefinitely"),
            Map.entry("goes on", "continues, still works"),
            Map.entry("go on with", "continue with"),
            Map.entry("go on without", "continue without"),
            Map.entry("works on", "still works"),
            Map.entry("waits on", "keeps waiting"),
            Map.entry("looks on", "spins"),
            Map.entry("counts more", "takes precedence"),
            Map.entry("is missed", "is not met, is noticed"),
            Map.entry("leave it away", "leave it out"),
            Map.entry("left away", "left out"),
            Map.entry("leave away", "leave out"),
            Map.entry("by turns", "alternately"),
            Map.entry("has its turn", "runs"),
            Map.entry("had its turn", "ran"),
            Map.entry("with nothing said", "by default"),
            Map.entry("without more", "by default"),
            Map.entry("in the place of", "replaces, instead of"),
            Map.entry("makes it none", "turns it off"),
            Map.entry("by right", "as it must"),
            Map.entry("speaks against", "a reason not to"),
            Map.entry("handed on", "passed on, redistributed"),
            Map.entry("anew", "again"),
            Map.entry("hears of", "learns"),
            Map.entry("what there is no room for", "what does not fit"),
            Map.entry("therefor", "for this"),
            Map.entry("hereby", "with this"),
            Map.entry("so-called", "the name alone"),
            Map.entry("respectively", "each with its own"),
            Map.entry("as far as they have", "if they have"),
            Map.entry("may be had", "is available"),
            Map.entry("eventually", "at last, or possibly"),
            Map.entry("at the latest when", "no later than"),
            Map.entry("until now", "so far"),
            Map.entry("somewhen", "at some time"),
            Map.entry("informations", "information"),
            Map.entry("in place of", "instead of"),
            Map.entry("the dead", "the lost members"),
            Map.entry("going on", "continuing"),
            Map.entry("heard of", "received from"),
            Map.entry("somebody", "a user, another program"),
            Map.entry("in good order", "normally"),
            Map.entry("of no use", "without effect"),
            Map.entry("worth a try", "try it"),
            Map.entry("for want of", "because it is missing"),
            Map.entry("not so many", "fewer"),
            Map.entry("to be seen", "visible"),
            Map.entry("falls silent", "sends nothing any more"),
            Map.entry("in the following", "below"),
            Map.entry("is looked for", "searches for it"),
            Map.entry("are looked for", "searches for them"),
            Map.entry("under way", "on its way"),
            Map.entry("what became of", "the result of"),
            Map.entry("is told so", "gets an error"),
            Map.entry("has them back", "turns them on again"),
            Map.entry("by its side", "beside it"),
            Map.entry("what has no", "messages without"),
            Map.entry("of their doing", "their own"),
            Map.entry("in its name", "for it"),
            Map.entry("as they must", "by design, or nothing"),
            Map.entry("and no other", "only"),
            Map.entry("no matter how", "of any, for any"),
            Map.entry("not there yet", "is missing, is not implemented"),
            Map.entry("as it shall be", "its new contents"),
            Map.entry("is handed to", "gets"));

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`|\\]\\([^)]*\\)");

    private static final Pattern TURNS = Pattern.compile(
            "\\b(" + String.join("|", PLAIN.keySet()).replace(" ", "\\s+") + ")\\b", Pattern.CASE_INSENSITIVE);

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(Page.PROJECT.resolve("docs"))) {
            List<Path> pages = new ArrayList<>(
                    files.filter(file -> file.toString().endsWith(".md")).toList());
            pages.add(Page.PROJECT.resolve("README.md"));
            return pages;
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void shouldSayItPlainly(Path page) throws IOException {
        assertThat(found(Files.readString(page))).isEmpty();
    }

    @Test
    void shouldFindTurnsOutsideOfCodeAlsoAcrossLines() {
        assertThat(PLAIN).hasSizeGreaterThanOrEqualTo(40);
        assertThat(found("The group goes\non; `whoever`.\n```\nmend\n```\nWhoever.\n"))
                .containsExactly("goes on: say continues, still works", "whoever: say the member that, anyone who");
    }

    private static List<String> found(String text) {
        return TURNS.matcher(CODE.matcher(text).replaceAll("``"))
                .results()
                .map(MatchResult::group)
                .map(turn -> turn.toLowerCase(java.util.Locale.ROOT).replaceAll("\\s+", " "))
                .map(turn -> turn + ": say " + PLAIN.get(turn))
                .toList();
    }
}
