package tutti.nas;

import java.io.IOException;

/** Writes results as they come. */
interface Output {

    /** Writes a result, or keeps it. */
    void add(Result result);

    /** Writes what comes after the last result. */
    void end() throws IOException;
}
