package tutti.jgf;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.PrintWriter;

/** An array of objects, one on each line. */
final class JsonOutput implements Output {
    private final Gson gson = new GsonBuilder().serializeNulls().create();
    private final PrintWriter out;
    private boolean begun;

    JsonOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Result result) {
        out.print((begun ? ",\n " : "[") + gson.toJson(result));
        out.flush();
        begun = true;
    }

    @Override
    public void end() {
        out.println(begun ? "]" : "[]");
        out.flush();
    }
}
