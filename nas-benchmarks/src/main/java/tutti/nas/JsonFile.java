package tutti.nas;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file with an array of all results. */
final class JsonFile implements Output {
    private final Path file;
    private final List<Result> results = new ArrayList<>();

    JsonFile(Path file) {
        this.file = file;
    }

    @Override
    public void add(Result result) {
        results.add(result);
    }

    @Override
    public void end() throws IOException {
        Files.writeString(
                file,
                new GsonBuilder().serializeNulls().setPrettyPrinting().create().toJson(results)
                        + System.lineSeparator());
    }
}
