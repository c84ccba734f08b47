package tutti.bench;

import com.google.gson.Gson;
import java.util.List;

/** Names of formats. */
enum TableOrJson {
    table,
    json;

    /** Returns an array of objects, one on each line. */
    static String json(List<?> rows) {
        Gson gson = new Gson();
        return "[" + String.join(",\n ", rows.stream().map(gson::toJson).toList()) + "]";
    }
}
