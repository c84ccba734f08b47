package tutti.bench;

/** Writes results as they come. */
interface Report {

    void add(Row row);

    /** Writes what comes after the last row. */
    void end();
}
