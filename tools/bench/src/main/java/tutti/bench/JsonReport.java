package tutti.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.PrintWriter;

/** An array of objects, one on each line. */
final class JsonReport implements Report {
    private final Gson gson = new GsonBuilder().serializeNulls().create();
    private final PrintWriter out;
    private boolean begun;

    JsonReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Row row) {
        out.print((begun ? ",\n " : "[") + gson.toJson(row));
        out.flush();
        begun = true;
    }

    @Override
    public void end() {
        out.println(begun ? "]" : "[]");
    }
}
