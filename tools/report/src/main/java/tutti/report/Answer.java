package tutti.report;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a command brought.
 *
 * @param rows results that it printed as JSON, also those from before it failed
 * @param failure why it has not ended well, in a sentence, or null
 */
record Answer(List<JsonObject> rows, @Nullable String failure) {

    /** Returns what is to be shown of the first row that is wanted, or why there is none. */
    Cell cell(Predicate<JsonObject> wanted, Function<JsonObject, Cell> shown) {
        return rows.stream().filter(wanted).findFirst().map(shown).orElseGet(this::absent);
    }

    /** Returns why something that was asked for is not there. */
    Cell absent() {
        return Cell.absent(failure != null ? failure : "the command has not printed it");
    }
}
