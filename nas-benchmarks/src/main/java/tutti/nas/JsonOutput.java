package tutti.nas;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An array of all results, at the end. */
final class JsonOutput implements Output {
    private final Destination destination;
    private final List<Result> results = new ArrayList<>();

    /** Takes the whole text. */
    @FunctionalInterface
    interface Destination {
        void write(String text) throws IOException;
    }

    JsonOutput(Destination destination) {
        this.destination = destination;
    }

    @Override
    public void add(Result result) {
        results.add(result);
    }

    @Override
    public void end() throws IOException {
        destination.write(
                new GsonBuilder().serializeNulls().setPrettyPrinting().create().toJson(results));
    }
}
