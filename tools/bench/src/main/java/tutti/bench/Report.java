package tutti.bench;

import java.util.List;

/** Writes results as they come. */
interface Report {

    /** Returns one that passes everything to several. */
    static Report all(List<Report> reports) {
        return new Report() {
            @Override
            public void add(Row row) {
                reports.forEach(report -> report.add(row));
            }

            @Override
            public void end() {
                reports.forEach(Report::end);
            }
        };
    }

    void add(Row row);

    /** Writes what comes after the last row. */
    void end();
}
