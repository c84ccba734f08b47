package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MarkdownReportTest {
    private final StringWriter text = new StringWriter();
    private final MarkdownReport report = new MarkdownReport(new PrintWriter(text));

    @Test
    void shouldPutThePeersOfARowIntoItsLine() {
        report.add(row("tutti", "platform", 2, 8, 0.48213, 0.37));
        report.add(row("openmpi", null, 2, 8, 0.2, 2.4106));
        report.add(row("mpich", null, 2, 8, 12_345, 1.0));
        report.add(row("tutti", "platform", 2, 64 << 10, 1_234_567, null));
        report.end();
        assertThat(text.toString().lines())
                .containsExactly(
                        "2 members, payload direct, 9 blocks:",
                        "",
                        "| benchmark | way | size | Tutti, µs (10–90 %) | single: median, 99 % | slowest | first, ms |"
                                + " line, ns | peer, µs: **ratio** |",
                        "|---|---|---|---|---|---|---|---|---|",
                        "| latency | 2 JVMs, grpc | 8 B | 0.482 (0.434–0.530) | 0.434, 0.530 | – | 10.5 | 33.0 |"
                                + " openmpi 0.200 (0.180–0.220): **2.41**; mpich 12,300 (11,100–13,600): **1.00** |",
                        "| latency | 2 JVMs, grpc | 64 KiB | 1,230,000 (1,110,000–1,360,000) | 1,110,000, 1,360,000 |"
                                + " – | 10.5 | 33.0 | – |");
    }

    @Test
    void shouldBeginAnotherTableForOtherMembers() {
        report.add(row("tutti", "platform", 2, 8, 1, null));
        report.add(row("tutti", "platform", 4, 8, 1, null));
        report.end();
        assertThat(text.toString().lines())
                .contains("2 members, payload direct, 9 blocks:", "4 members, payload direct, 9 blocks:");
    }

    private static Row row(
            String system, @Nullable String threads, int members, int bytes, double micros, @Nullable Double ratio) {
        return new Row(
                "latency",
                system,
                "grpc",
                members,
                members,
                threads,
                "direct",
                bytes,
                micros,
                0.9 * micros,
                1.1 * micros,
                micros,
                0.9 * micros,
                1.1 * micros,
                null,
                10_480.0,
                9,
                0,
                false,
                null,
                null,
                null,
                33.0,
                ratio);
    }
}
