package tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static tutti.architecture.SourceStyleTest.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tutti.group.launch.JobArguments;

/** Variables of the environment that begin like settings: a job takes one that it does not know for a mistake. */
class VariableNamesTest {
    private static final Pattern NAME = Pattern.compile("\\bTUTTI_[A-Z]+(?:_[A-Z]+)*\\b");
    private static final String UNKNOWN = "unknown environment variable: ";

    /** Stands for any in a comment. */
    private static final String PLACEHOLDER = "TUTTI_NAME";

    @Test
    void shouldAllBeKnown() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("tutti"), ROOT.resolve("docs/build")));
        SourceStyleTest.sources(ROOT).stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .forEach(files::add);
        Set<String> named = new TreeSet<>();
        for (Path file : files) {
            NAME.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .forEach(named::add);
        }
        named.remove(PLACEHOLDER);

        assertThat(named).contains("TUTTI_MASTER", "TUTTI_HOSTS_FILE", "TUTTI_START_CACHE", "TUTTI_MPI_LIBRARY");
        assertThat(named).noneMatch(VariableNamesTest::isUnknown);
        assertThat(isUnknown(PLACEHOLDER)).isTrue();
    }

    private static boolean isUnknown(String name) {
        Throwable refused = catchThrowable(() -> JobArguments.check(new String[0], Map.of(name, "any value"), 1, true));
        return refused != null && String.valueOf(refused.getMessage()).startsWith(UNKNOWN + name);
    }
}
