package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** Real JVMs, one of which is killed or stopped while others access its memory, or wait for a lock that it holds. */
class KilledWindowTest {
    private static final int VICTIM = 2;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final String WAY = "tutti.test.way";

    /** What the survivors do when the victim dies. */
    enum Way {
        PUT {
            @Override
            void run(Window window, int round) {
                window.put(VICTIM, 0, DirectBuffer.of(new long[1 << 16]));
                window.flush(VICTIM);
            }
        },
        GET {
            @Override
            void run(Window window, int round) {
                window.get(VICTIM, 0, DirectBuffer.of(new long[1 << 16]));
            }
        },
        FETCH_AND_ADD {
            @Override
            void run(Window window, int round) {
                window.fetchAndAdd(VICTIM, 0, 1L);
            }
        },
        /** The victim holds the lock, and does no more. */
        LOCK {
            @Override
            void run(Window window, int round) {
                window.lock(VICTIM);
            }
        },
        FENCE {
            @Override
            void run(Window window, int round) {
                window.fence();
            }
        },
        /** The victim has posted nothing. */
        START {
            @Override
            void run(Window window, int round) {
                window.start(VICTIM);
            }
        },
        /** The victim has started nothing. */
        AWAIT {
            @Override
            void run(Window window, int round) {
                window.post(VICTIM);
                window.await();
            }
        };

        abstract void run(Window window, int round);
    }

    /** The program of each JVM. */
    static final class Working {
        public static void main(String[] args) throws Exception {
            Way way = Way.valueOf(System.getProperty(WAY));
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.numberOfCpus());
                Window window = Boolean.getBoolean("tutti.test.given")
                        ? world.createWindow(DirectBuffer.of(new long[1 << 16]))
                        : world.allocateWindow(ElementType.LONG, 1 << 16);
                boolean isVictim = world.rank() == VICTIM;
                if (isVictim && way == Way.LOCK) {
                    window.lock(VICTIM);
                }
                world.barrier();
                if (way == Way.PUT || way == Way.GET || way == Way.FETCH_AND_ADD) {
                    window.lockAll();
                }
                if (isVictim) {
                    System.out.println("running");
                    Thread.currentThread().join(); // computes
                }
                try {
                    System.out.println("running");
                    for (int round = 0; ; round++) {
                        way.run(window, round);
                    }
                } catch (MemberFailedException e) {
                    System.out.println("failed rank=%d process=%d millis=%d."
                            .formatted(e.rank(), e.process(), System.currentTimeMillis()));
                }
                world.done();
            }
        }
    }

    @ParameterizedTest
    @CsvSource("PUT, true, grpc")
    void shouldEndWithTheNameOfTheOneThatDied(Way way, boolean given, String transport) {
        assertEndWithItsName(way, given, transport, "KILL", LIMIT);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "FENCE, false, auto",
        "GET, true, auto",
        "START, true, auto",
        "AWAIT, true, grpc",
        "AWAIT, false, auto",
        "PUT, false, auto",
        "FETCH_AND_ADD, false, auto",
        "FETCH_AND_ADD, false, grpc",
        "LOCK, true, grpc",
        "LOCK, false, auto"
    })
    void shouldEndSoInOtherOperationsAndOverTheOtherDevice(Way way, boolean given, String transport) {
        assertEndWithItsName(way, given, transport, "KILL", LIMIT);
    }

    /** Memory in reach is written and read until the silence is noticed. */
    @Test
    void shouldEndWithTheNameOfTheOneThatStopped() {
        assertEndWithItsName(Way.FENCE, true, "grpc", "STOP", SILENCE.plus(LIMIT));
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "PUT, false, auto",
        "PUT, true, grpc",
        "GET, true, auto",
        "FETCH_AND_ADD, false, grpc",
        "LOCK, false, auto"
    })
    void shouldEndSoAlsoWhenItStopped(Way way, boolean given, String transport) {
        assertEndWithItsName(way, given, transport, "STOP", SILENCE.plus(LIMIT));
    }

    private static void assertEndWithItsName(Way way, boolean given, String transport, String signal, Duration limit) {
        try (JvmJob job = JvmJob.of(Working.class, 3)
                .options("-D" + WAY + "=" + way, "-Dtutti.test.given=" + given, "-Xmx128m")
                .with("TRANSPORT=" + transport)
                .with("SILENCE_LIMIT=" + SILENCE.toSeconds())
                .start()) {
            int victim = VICTIM;
            for (int process = 0; process < 3; process++) {
                job.jvm(process).awaitOutput("running");
            }
            long killed = System.currentTimeMillis();
            job.jvm(victim).signal(signal);
            for (int survivor = 0; survivor < 2; survivor++) {
                JvmJob.Jvm jvm = job.jvm(survivor);
                jvm.awaitOutput("failed ");
                String line = jvm.out()
                        .lines()
                        .filter(text -> text.startsWith("failed "))
                        .findFirst()
                        .orElseThrow();
                assertThat(line).as("%s", jvm).contains("rank=" + VICTIM + " ", "process=" + victim + " ");
                long millis = Long.parseLong(line.replaceAll(".* millis=(\\d+).*", "$1"));
                assertThat(LoadClock.between(killed, millis)).as("%s", line).isLessThanOrEqualTo(limit);
            }
        }
    }
}
