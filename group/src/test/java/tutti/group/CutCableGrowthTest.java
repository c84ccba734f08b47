package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;

/**
 * Groups of real JVMs on hosts of their own that grow, while a cable is out for a while or for good, or a process is
 * stopped: no one waits for ever, and all that continue are in one group.
 */
class CutCableGrowthTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration OUT = Duration.ofMillis(1500);
    private static final int SILENCE_SECONDS = 4;
    private static final int LONG_SILENCE_SECONDS = 12; // no one is lost
    private static final int LONGEST_SILENCE_SECONDS = 20;
    private static final int PORT = 24_100;
    private static final Pattern ENDED = Pattern.compile("ended in \\[(.*)\\]\\.");

    /** How far the growth has come when it goes wrong. */
    enum Point {
        /** The newcomer waits at a port, and no member has called. */
        BEFORE,
        /** The members wait, and no newcomer is there. */
        WAITING,
        /** The newcomer's process has joined, and the members wait for it to enter the group. */
        JOINED,
        GROWN
    }

    /** The program of members and newcomers. */
    static final class Growing {
        private Growing() {}

        public static void main(String[] args) throws InterruptedException {
            InputLines.read();
            Point point = Point.valueOf(System.getProperty("point"));
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                if (master.isNewcomer()) {
                    work(enter(master, point), null);
                } else {
                    Communicator world = master.communicator("world", master.processes());
                    Communicator group = grow(world, point);
                    work(group, group.size() > world.size() ? world : null);
                }
            }
        }

        private static Communicator enter(ColGroupMaster master, Point point) throws InterruptedException {
            if (point == Point.JOINED) {
                System.out.println("joined");
                InputLines.take();
            }
            return master.grownCommunicator();
        }

        private static Communicator grow(Communicator world, Point point) throws InterruptedException {
            world.barrier();
            System.out.println("begins");
            if (point == Point.BEFORE) {
                GrowthProcessTest.Growing.awaitNewcomer(world);
                InputLines.take();
            }
            return GrowthProcessTest.Growing.growOrContinue(world);
        }

        private static String self() {
            String rank = System.getenv("TUTTI_RANK");
            return rank == null ? "new" : rank;
        }

        /**
         * Works until a member is told to end, in ever smaller groups.
         *
         * @param old the group that has grown, if it has
         */
        private static void work(Communicator first, @Nullable Communicator old) throws InterruptedException {
            Communicator group = first;
            int isTold = 0;
            try {
                while (true) {
                    System.out.println("works in %d.".formatted(group.size()));
                    try {
                        do {
                            Thread.sleep(10);
                            isTold = InputLines.poll() ? 1 : isTold;
                        } while (group.allReduce(isTold, Reductions.<Integer>max()) == 0);
                        System.out.println("ended in %s.".formatted(group.allGather(self())));
                        return;
                    } catch (MemberFailedException e) {
                        System.out.println("lost: " + e.getMessage());
                        group = shrunk(group, old);
                    }
                }
            } finally {
                group.done();
            }
        }

        /** Does all that a program can to continue: if the larger group is refused, it tries the one that has grown. */
        private static Communicator shrunk(Communicator group, @Nullable Communicator old) {
            try {
                return group.shrink();
            } catch (MemberFailedException e) {
                if (old == null) {
                    throw e;
                }
                System.out.println("refused: " + e.getMessage());
                return old.shrink();
            }
        }
    }

    /** A job on hosts of its own, and a newcomer on one more. */
    static final class Hosts implements AutoCloseable {
        private final CableNetwork network;
        private final JvmJob job;
        private final JvmJob.Plan newcomer;
        private final JvmJob.Jvm[] jvms; // the last is the newcomer

        private Hosts(int members, Point point, int silenceSeconds) {
            network = CableNetwork.of(members + 1);
            String secret = UUID.randomUUID().toString();
            job = configured(network.plan(Growing.class, members), point, secret, silenceSeconds)
                    .with("JOIN_PORT=" + PORT)
                    .start();
            String ports = IntStream.range(0, members)
                    .mapToObj(process -> "%s:%d".formatted(CableNetwork.address(process), PORT + process))
                    .collect(Collectors.joining(","));
            newcomer = configured(JvmJob.of(Growing.class, 1), point, secret, silenceSeconds)
                    .by(process -> network.on(members))
                    .with("TRANSPORT=grpc")
                    .with("JOIN=" + ports)
                    .with("JOIN_TIMEOUT=" + (2 * silenceSeconds + 2))
                    .options("-Xmx128m");
            jvms = new JvmJob.Jvm[members + 1];
            for (int process = 0; process < members; process++) {
                jvms[process] = job.jvm(process);
            }
        }

        /** Returns a job that has begun. */
        static Hosts start(int members, Point point, int silenceSeconds) {
            Hosts hosts = new Hosts(members, point, silenceSeconds);
            try {
                hosts.running().forEach(jvm -> jvm.awaitOutput("begins"));
                return hosts;
            } catch (AssertionError e) {
                hosts.close();
                throw e;
            }
        }

        private static JvmJob.Plan configured(JvmJob.Plan plan, Point point, String secret, int silenceSeconds) {
            return plan.with("SECRET=" + secret)
                    .with("SILENCE_LIMIT=" + silenceSeconds)
                    .with("RECONNECT_LIMIT=" + Math.max(8, silenceSeconds))
                    .options("-Dpoint=" + point);
        }

        void startNewcomer() {
            jvms[jvms.length - 1] = newcomer.startAlone().jvm(0);
        }

        /** Lets all come so far. */
        void reach(Point point) {
            if (point != Point.WAITING) {
                startNewcomer();
            }
            for (JvmJob.Jvm jvm : running()) {
                boolean isNewcomer = jvm == jvms[jvms.length - 1];
                if (point == Point.BEFORE && !isNewcomer) {
                    jvm.awaitOutput("a newcomer waits");
                } else if (point == Point.JOINED && isNewcomer) {
                    jvm.awaitOutput("joined");
                } else if (point == Point.GROWN) {
                    jvm.awaitOutput("works in %d.".formatted(jvms.length));
                }
            }
        }

        List<JvmJob.Jvm> running() {
            return Arrays.stream(jvms).filter(Objects::nonNull).toList();
        }

        /** Lets those go on that wait for a line. */
        void goOn(Point point) {
            if (point == Point.BEFORE) {
                running().forEach(jvm -> jvm.enter("go"));
            } else if (point == Point.JOINED) {
                jvms[jvms.length - 1].enter("go");
            }
        }

        JvmJob.Jvm jvm(String name) {
            return jvms[name.equals("new") ? jvms.length - 1 : Integer.parseInt(name)];
        }

        @Override
        public void close() {
            running().forEach(JvmJob.Jvm::kill);
            network.close();
        }
    }

    /** What goes wrong with one process, and its end. */
    enum Trouble {
        CUT {
            @Override
            void begin(Hosts hosts, int process) {
                hosts.network.pullOut(process);
            }

            @Override
            void end(Hosts hosts, int process) {
                hosts.network.putIn(process);
            }
        },
        STOP {
            @Override
            void begin(Hosts hosts, int process) {
                hosts.jvms[process].signal("STOP");
            }

            @Override
            void end(Hosts hosts, int process) {
                hosts.jvms[process].signal("CONT");
            }
        };

        abstract void begin(Hosts hosts, int process);

        abstract void end(Hosts hosts, int process);
    }

    @ParameterizedTest(name = "{0} members, {1}, process {2}")
    @CsvSource({"2, JOINED, 1"})
    void shouldGrowWhenACableIsOutForAWhile(int members, Point point, int process) throws Exception {
        growLater(members, point, Trouble.CUT, process, OUT, LONG_SILENCE_SECONDS);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} members, {1}, {2} of process {3}")
    @CsvSource({
        "2, BEFORE, CUT, 2",
        "2, BEFORE, CUT, 0",
        "2, WAITING, CUT, 1",
        "2, JOINED, CUT, 2",
        "3, JOINED, CUT, 0",
        "2, GROWN, CUT, 2",
        "3, GROWN, CUT, 0",
        "2, BEFORE, STOP, 2",
        "2, JOINED, STOP, 0",
        "2, JOINED, STOP, 2"
    })
    void shouldGrowWheneverACableIsOutForAWhile(int members, Point point, Trouble trouble, int process)
            throws Exception {
        growLater(members, point, trouble, process, OUT, LONG_SILENCE_SECONDS);
    }

    /** What TCP tries to bring meanwhile comes as much later. */
    @Tag("nightly")
    @ParameterizedTest(name = "{0} members, {1}, process {2}")
    @CsvSource({
        "2, BEFORE, 2",
        "2, BEFORE, 0",
        "2, WAITING, 1",
        "2, JOINED, 1",
        "2, JOINED, 2",
        "3, JOINED, 0",
        "2, GROWN, 2"
    })
    void shouldGrowWhenACableIsOutForSevenSeconds(int members, Point point, int process) throws Exception {
        growLater(members, point, Trouble.CUT, process, Duration.ofSeconds(7), LONGEST_SILENCE_SECONDS);
    }

    /** Each end of the newcomer's call asks the other for a sign of life after ten seconds, and it is lost. */
    @Tag("nightly")
    @ParameterizedTest(name = "process {0}")
    @ValueSource(ints = {0, 2})
    void shouldGrowWhenACableIsOutAndSignsOfLifeAreLost(int process) throws Exception {
        try (Hosts hosts = Hosts.start(2, Point.BEFORE, LONGEST_SILENCE_SECONDS)) {
            hosts.reach(Point.BEFORE);
            Thread.sleep(Duration.ofMillis(9_600));
            Trouble.CUT.begin(hosts, process);
            hosts.goOn(Point.BEFORE);
            Thread.sleep(Duration.ofSeconds(8)); // TCP brings what was lost more than ten seconds after the beginning
            Trouble.CUT.end(hosts, process);
            assertEndTogether(hosts);
        }
    }

    @Tag("nightly")
    @RepeatedTest(12)
    void shouldGrowWheneverACableIsOutForSomeSeconds(RepetitionInfo repetition) throws Exception {
        RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
        int members = 2 + random.nextInt(2);
        int process = random.nextInt(members + 1);
        try (Hosts hosts = Hosts.start(members, Point.WAITING, LONGEST_SILENCE_SECONDS)) {
            hosts.startNewcomer();
            Thread.sleep(random.nextInt(2500));
            Trouble.CUT.begin(hosts, process);
            Thread.sleep(random.nextInt(6_000, 8_000));
            Trouble.CUT.end(hosts, process);
            assertEndTogether(hosts);
        }
    }

    private static void growLater(
            int members, Point point, Trouble trouble, int process, Duration out, int silenceSeconds) throws Exception {
        try (Hosts hosts = Hosts.start(members, point, silenceSeconds)) {
            hosts.reach(point);
            trouble.begin(hosts, process);
            hosts.goOn(point);
            Thread.sleep(out);
            trouble.end(hosts, process);
            if (point == Point.WAITING) {
                hosts.startNewcomer();
            }
            assertEndTogether(hosts);
        }
    }

    private static void assertEndTogether(Hosts hosts) {
        for (JvmJob.Jvm jvm : hosts.running()) {
            jvm.awaitOutput("works in %d.".formatted(hosts.jvms.length));
        }
        hosts.jvms[0].enter("end");
        String all = "ended in [%s, new]."
                .formatted(IntStream.range(0, hosts.jvms.length - 1)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ")));
        for (JvmJob.Jvm jvm : hosts.running()) {
            assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
            assertThat(jvm.out()).as("%s: %s", jvm, jvm.err()).contains(all).doesNotContain("lost: ", "not grown: ");
        }
    }

    /** The newcomer dies with the group's wait for it, and the group works on; else who is left shrinks. */
    @Tag("nightly")
    @ParameterizedTest(name = "{0} members, {1}, {2} of process {3}, {4} continue")
    @CsvSource({
        "2, BEFORE, CUT, 2, '0, 1'",
        "2, BEFORE, CUT, 1, '0'",
        "3, WAITING, CUT, 0, '1, 2'",
        "2, WAITING, CUT, 1, '0'",
        "2, JOINED, CUT, 2, '0, 1'",
        "2, JOINED, CUT, 1, '0'",
        "2, JOINED, CUT, 0, '0'",
        "3, JOINED, CUT, 0, '1, 2'",
        "2, GROWN, CUT, 2, '0, 1'",
        "2, GROWN, CUT, 0, '1, new'",
        "2, GROWN, CUT, 1, '0, new'",
        "3, GROWN, CUT, 0, '1, 2, new'",
        "2, BEFORE, STOP, 1, '0'",
        "3, WAITING, STOP, 0, '1, 2'",
        "3, JOINED, STOP, 0, '1, 2'",
        "2, JOINED, STOP, 1, '0'",
        "2, JOINED, STOP, 2, '0, 1'",
        "2, GROWN, STOP, 2, '0, 1'",
        "3, GROWN, STOP, 0, '1, 2, new'"
    })
    void shouldContinueInOneGroupWheneverOneIsLost(
            int members, Point point, Trouble trouble, int process, String left) {
        try (Hosts hosts = Hosts.start(members, point, SILENCE_SECONDS)) {
            hosts.reach(point);
            trouble.begin(hosts, process);
            hosts.goOn(point);
            List<String> continuing = List.of(left.split(", ", -1));
            for (String each : continuing) {
                hosts.jvm(each).awaitOutput("works in %d.".formatted(continuing.size()));
            }
            trouble.end(hosts, process); // too late
            continuing.forEach(each -> hosts.jvm(each).enter("end"));
            for (String each : continuing) {
                JvmJob.Jvm jvm = hosts.jvm(each);
                assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
                assertThat(jvm.out()).contains("ended in [%s].".formatted(left));
            }
            for (JvmJob.Jvm jvm : hosts.running()) {
                if (continuing.stream().noneMatch(each -> hosts.jvm(each) == jvm)) {
                    assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.out()).isEqualTo(1);
                    assertThat(jvm.out()).doesNotContain("ended in ");
                    assertThat(jvm.err()).containsAnyOf("MemberFailedException: ", "JoinException: ");
                }
            }
        }
    }

    /** The cable is pulled out at any time of the growth: who ends its work has ended it with all of its group. */
    @Tag("nightly")
    @RepeatedTest(12)
    void shouldEndInOneGroupWheneverTheCableIsPulledOut(RepetitionInfo repetition) throws Exception {
        RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
        int members = 2 + random.nextInt(2);
        int process = random.nextInt(members + 1);
        boolean comesBack = random.nextBoolean();
        try (Hosts hosts = Hosts.start(members, Point.WAITING, comesBack ? LONG_SILENCE_SECONDS : SILENCE_SECONDS)) {
            hosts.startNewcomer();
            Thread.sleep(random.nextInt(2500));
            Trouble.CUT.begin(hosts, process);
            if (comesBack) {
                Thread.sleep(random.nextInt((int) OUT.toMillis()));
                Trouble.CUT.end(hosts, process);
                assertEndTogether(hosts);
                return;
            }
            Thread.sleep(Duration.ofSeconds(2 * SILENCE_SECONDS));
            hosts.running().forEach(CutCableGrowthTest::tellToEnd);
            Set<String> groups = ended(hosts);
            assertThat(groups).as("members=%d cut=%d", members, process).hasSizeLessThanOrEqualTo(1);
            if (groups.isEmpty()) { // it was cut in the last step, when members do not know whether all have agreed
                assertThat(hosts.running()).anyMatch(jvm -> jvm.err().contains("too few processes are reached"));
            }
        }
    }

    private static void tellToEnd(JvmJob.Jvm jvm) {
        try {
            jvm.enter("end");
        } catch (UncheckedIOException e) {
            // it has ended because it may not continue
        }
    }

    /** Returns with whom processes have ended; those of one group agree on that. */
    private static Set<String> ended(Hosts hosts) {
        Set<String> groups = new HashSet<>();
        for (JvmJob.Jvm jvm : hosts.running()) {
            int exitCode = jvm.exitCode(LIMIT);
            Matcher matcher = ENDED.matcher(jvm.out());
            assertThat(matcher.find())
                    .as("%s: %s %s", jvm, jvm.out(), jvm.err())
                    .isEqualTo(exitCode == 0);
            if (exitCode == 0) {
                groups.add(matcher.group(1));
            }
        }
        for (String group : groups) {
            for (String each : group.split(", ", -1)) {
                assertThat(hosts.jvm(each).out()).contains("ended in [%s].".formatted(group));
            }
        }
        return groups;
    }
}
