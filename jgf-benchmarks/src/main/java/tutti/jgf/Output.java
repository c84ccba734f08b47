package tutti.jgf;

import java.util.List;

/** Writes results as they come. */
interface Output {

    /** Returns one that passes everything to several. */
    static Output all(List<Output> outputs) {
        return new Output() {
            @Override
            public void add(Result result) {
                outputs.forEach(output -> output.add(result));
            }

            @Override
            public void end() {
                outputs.forEach(Output::end);
            }
        };
    }

    void add(Result result);

    /** Writes what comes after the last result. */
    void end();
}
