package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** What is made of recordings: who was awaited, the summary and the report. */
class ProfileTest {
    private static final int NEIGHBOURS = -1;
    private static final int ALL = -2;
    private static final int NOBODY = -3;
    private static final ProfileReport.Origin ORIGIN =
            new ProfileReport.Origin("tutti run -n 4 <mine> & \"yours\"", "2026-01-01 00:00:00 UTC", "25");

    @TempDir
    private Path folder;

    private static Profile.Group group(int size, int perProcess, List<Profile.Call> calls) {
        List<Profile.Call> sorted = new ArrayList<>(calls);
        sorted.sort(Comparator.comparingLong(Profile.Call::start));
        Profile.Group group = new Profile.Group("test", 1, sorted);
        group.size = size;
        for (int rank = 0; rank < size; rank++) {
            group.places.put(rank, new Profile.Place(rank / perProcess, "host-" + rank / perProcess, 1));
        }
        for (Profile.Call call : sorted) {
            Profile.Totals totals = new Profile.Totals();
            totals.calls = call.standsFor();
            totals.time = call.duration() * call.standsFor();
            totals.waited = call.waited() * call.standsFor();
            totals.inside = call.inside() * call.standsFor();
            totals.longest = call.duration();
            group.totals
                    .computeIfAbsent(call.operation(), operation -> new TreeMap<>())
                    .computeIfAbsent(call.rank(), rank -> new Profile.Totals())
                    .add(totals);
        }
        return group;
    }

    private static Profile.Call barrier(int rank, int process, long number, long start, long waited, int awaited) {
        return new Profile.Call(
                rank, process, "barrier", number, true, false, start, waited + 10, waited, awaited, waited, 1);
    }

    @Test
    void shouldBlameTheMemberAtTheEndOfTheChain() {
        Blame blame = Blame.of(group(
                3,
                1,
                List.of(barrier(0, 0, 0, 0, 900, 1), barrier(1, 1, 0, 10, 890, 2), barrier(2, 2, 0, 900, 0, NOBODY))));

        assertThat(blame.slowest()).contains(2);
        assertThat(blame.of(2)).isEqualTo(1790);
        assertThat(blame.of(1)).isZero();
    }

    @Test
    void shouldBlameWhoWaitedLittleThoughAwaitedThrough() {
        Blame blame = Blame.of(group(
                3,
                1,
                List.of(barrier(0, 0, 0, 0, 900, 1), barrier(1, 1, 0, 880, 20, 2), barrier(2, 2, 0, 890, 0, NOBODY))));

        assertThat(blame.of(1)).isEqualTo(900);
        assertThat(blame.of(2)).isEqualTo(20);
    }

    @Test
    void shouldBlameTheLastWhereAnyCouldEndTheWait() {
        Blame blame = Blame.of(group(
                4,
                2,
                List.of(
                        barrier(0, 0, 7, 0, 500, ALL),
                        barrier(1, 0, 7, 100, 400, NEIGHBOURS),
                        barrier(2, 1, 7, 50, 450, NEIGHBOURS),
                        barrier(3, 1, 7, 490, 0, NOBODY))));

        assertThat(blame.slowest()).contains(3);
        assertThat(blame.slowest("barrier")).contains(3);
        assertThat(blame.of(3)).isEqualTo(1350);
        assertThat(blame.ofNobody()).isZero();
    }

    @Test
    void shouldBlameNobodyWhereTheLastWaits() {
        Blame blame =
                Blame.of(group(2, 2, List.of(barrier(0, 0, 0, 0, 0, NOBODY), barrier(1, 0, 0, 100, 50, NEIGHBOURS))));

        assertThat(blame.slowest()).isEmpty();
        assertThat(blame.ofNobody()).isEqualTo(50);
    }

    @Test
    void shouldPrintALineForEachOperation() {
        Profile.Group group = group(2, 1, List.of(barrier(0, 0, 0, 0, 4000, 1), barrier(1, 1, 0, 4000, 0, NOBODY)));
        String text = ProfileSummary.of(new Profile(List.of(group), List.of(3)));

        assertThat(text.lines())
                .containsExactly(
                        "tutti: profile of group test, members=2 (time and waited are means over the members)",
                        "operation  calls     time   waited  bytes  imbalance  slowest member",
                        "barrier        2  2.01 µs  2.00 µs    0 B       2.00          rank 1",
                        "slowest member: rank 1 (process 1 on host-1); the others waited 4.00 µs for it, 100 % of all"
                                + " waiting",
                        "tutti: no recording was left by processes=[3], which were killed");
    }

    /** Both members start at 0; what rank 0 has started ends at 1,000, and it waits for it from 900 on. */
    @Test
    void shouldCountOnlyTheWaitsOfWhatWasStarted() {
        Profile.Group group = group(
                2,
                1,
                List.of(
                        new Profile.Call(0, 0, "started receive", 0, false, true, 0, 1000, 100, 1, 100, 1),
                        barrier(1, 1, 0, 0, 0, NOBODY)));
        Profile.Call receive = group.calls.getFirst();

        assertThat(receive.insideFrom()).isEqualTo(900);
        assertThat(group.ofMember(0).inside).isEqualTo(100);
        assertThat(group.operations()).containsExactly("started receive", "barrier");
        assertThat(ProfileSummary.of(new Profile(List.of(group), List.of())))
                .contains("started receive      1  500 ns   50 ns    0 B       2.00          rank 1");
        assertThat(ProfileReport.of(new Profile(List.of(group), List.of()), ORIGIN))
                .contains("<td>rank 0</td><td>process 0 on host-0</td><td>90 %</td><td>100 ns</td><td>100 ns</td>");
    }

    @Test
    void shouldShowProgramsThatAreWrittenWithRequests() throws Exception {
        Path mine = folder.resolve("requests");
        try (Launch launch = Launch.run("--profile=" + mine + " -n 2 --jvms 2", TestPrograms.Requests.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err())
                    .anyMatch(line -> line.matches("started receive +4 .*"))
                    .anyMatch(line -> line.matches("started sendAsync +4 .*"));
        }
        assertThat(mine.resolve("report.html")).content().contains("<td>started receive</td><td>4</td>");
    }

    @Test
    void shouldStayLegibleWithManyMembersAndEvents() throws Exception {
        Profile.Group group = large(64, 100_000);
        String page = ProfileReport.of(new Profile(List.of(group), List.of()), ORIGIN);
        Files.writeString(Path.of("target", "profile-large.html"), page); // to be looked at

        assertThat(page.length()).isLessThan(1_500_000);
        assertThat(page).contains("Slowest member: rank 37</strong> (process 4 on host-4)");
        for (int rank = 0; rank < 64; rank++) {
            assertThat(page).contains(">%s %d</text>".formatted(rank == 37 ? "slowest: rank" : "rank", rank));
        }
        assertThat(figures(page)).hasSize(4);
        assertThat(page)
                .contains("tutti run -n 4 &lt;mine&gt; &amp; &quot;yours&quot;")
                .doesNotContain("<mine>");
        assertThat(page.replace("http-equiv", "")).doesNotContain("http", "src=", "url(", "<script", "NaN");
    }

    /** Rank 37 is late in each call; what the members send goes round a ring, and to rank 0. */
    private static Profile.Group large(int size, int events) {
        List<Profile.Call> calls = new ArrayList<>();
        for (int number = 0; number < events / size; number++) {
            long late = 1_000_000L * (number + 1) - 100_000;
            for (int rank = 0; rank < size; rank++) {
                long start = rank == 37 ? late : late - 400_000 - rank * 3_000L;
                calls.add(barrier(
                        rank, rank / 8, number, start, rank == 37 ? 0 : late - start, rank == 37 ? NOBODY : ALL));
            }
        }
        Profile.Group group = group(size, 8, calls);
        for (int rank = 0; rank < size; rank++) {
            group.traffic.computeIfAbsent(rank, sender -> new TreeMap<>()).put((rank + 1) % size, traffic(1L << 20));
            group.traffic.get(rank).put(0, traffic(1000L * (rank + 1)));
        }
        return group;
    }

    private static Profile.Traffic traffic(long bytes) {
        Profile.Traffic traffic = new Profile.Traffic();
        traffic.messages = 1 + bytes / 1000;
        traffic.bytes = bytes;
        return traffic;
    }

    /** Returns the figures of a page; each is well-formed. */
    private static List<String> figures(String page) throws Exception {
        List<String> figures = new ArrayList<>();
        Matcher found = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(page);
        while (found.find()) {
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(found.group())));
            figures.add(found.group());
        }
        return figures;
    }

    @Test
    void shouldReportWhatHasNothingToShow() {
        Profile.Group alone = group(1, 1, List.of(barrier(0, 0, 0, 0, 0, NOBODY)));

        assertThat(ProfileReport.of(new Profile(List.of(alone), List.of()), ORIGIN))
                .contains("No member waited for another.", "No messages.");
        assertThat(ProfileReport.of(new Profile(List.of(), List.of(1)), ORIGIN))
                .contains("No member has called an operation.", "No recording was left by processes [1]");
    }

    @Test
    void shouldShareRowsAmongVeryManyMembers() {
        RankBuckets buckets = RankBuckets.of(1000);

        assertThat(buckets.count()).isLessThanOrEqualTo(64);
        assertThat(buckets.label(0)).isEqualTo("0–15");
        assertThat(buckets.label(buckets.count() - 1)).isEqualTo("992–999");
        assertThat(buckets.rowOf(999)).isEqualTo(buckets.count() - 1);
    }

    @Test
    void shouldWriteUnits() {
        assertThat(Units.time(0)).isEqualTo("0 ns");
        assertThat(Units.time(999)).isEqualTo("999 ns");
        assertThat(Units.time(1500)).isEqualTo("1.50 µs");
        assertThat(Units.time(123_456_789)).isEqualTo("123 ms");
        assertThat(Units.time(90e9)).isEqualTo("90.0 s");
        assertThat(Units.bytes(1 << 20)).isEqualTo("1.00 MiB");
        assertThat(Units.bytes(12_345)).isEqualTo("12.1 KiB");
        assertThat(Units.percent(1, 3)).isEqualTo("33 %");
    }

    @Test
    void shouldTakeTheProgramForNoFolder() throws Exception {
        Path mine = folder.resolve("mine");
        try (Launch launch = Launch.run("--profile=" + mine + " -n 1", TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.err())
                    .contains("tutti: the profile is empty: no member has called an operation")
                    .contains("tutti: the report is in " + mine.resolve("report.html"));
        }
        assertThat(mine.resolve("process-0.jfr")).isNotEmptyFile();
        assertThat(mine.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void shouldRefuseWhatCannotBeProfiled() throws Exception {
        try (Launch launch = Launch.run("-n 2 --hosts a,b --profile", TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err().getFirst()).contains("--profile and --hosts=[a, b]", "docs/profiling.md");
        }
        Path file = Files.createFile(folder.resolve("file"));
        try (Launch launch = Launch.run("-n 1 --profile=" + file, TestPrograms.Print.class)) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err().getFirst()).contains("cannot write the profile: folder=" + file);
        }
    }
}
