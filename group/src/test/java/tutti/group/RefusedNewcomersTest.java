package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.Processes;

/** Real JVMs that want to join a job and do not fit: each is told why, and the job takes the next. */
class RefusedNewcomersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SECRET = UUID.randomUUID().toString();

    @TempDir
    Path folder;

    /** What is wrong with a newcomer, and what it is told. */
    enum Misfit {
        NO_SECRET("secrets differ: the caller does not have the secret of the job of process=0; give both") {
            @Override
            JvmJob.Plan make(JvmJob.Plan newcomer, Path folder) {
                return newcomer;
            }
        },
        WRONG_SECRET("secrets differ: the caller does not have the secret of the job of process=0; give both") {
            @Override
            JvmJob.Plan make(JvmJob.Plan newcomer, Path folder) {
                return newcomer.with("SECRET=" + UUID.randomUUID());
            }
        },
        OTHER_VERSION("versions differ: newcomer host=", "tutti=99.1 java=", "process=0 of the job [tutti=") {
            @Override
            JvmJob.Plan make(JvmJob.Plan newcomer, Path folder) throws IOException {
                Path file = folder.resolve("tutti/messaging/config/version.txt");
                Files.createDirectories(file.getParent());
                Files.writeString(file, "99.1");
                return newcomer.with("SECRET=" + SECRET).options("-Xbootclasspath/a:" + folder); // is found first
            }
        },
        OTHER_SETTINGS("settings differ: newcomer host=", "verify=full", "process=0 of the job verify=off") {
            @Override
            JvmJob.Plan make(JvmJob.Plan newcomer, Path folder) {
                return newcomer.with("SECRET=" + SECRET).with("VERIFY=full");
            }
        };

        private final String told;

        Misfit(String... told) {
            this.told = String.join("|", told);
        }

        abstract JvmJob.Plan make(JvmJob.Plan newcomer, Path folder) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(names = "WRONG_SECRET")
    void shouldTellTheNewcomerWhyAndTakeTheNext(Misfit misfit) throws IOException {
        refuseAndTakeTheNext(misfit);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WRONG_SECRET")
    void shouldTellAnyOtherNewcomerWhyAndTakeTheNext(Misfit misfit) throws IOException {
        refuseAndTakeTheNext(misfit);
    }

    private void refuseAndTakeTheNext(Misfit misfit) throws IOException {
        int port = Processes.freePorts(2);
        try (JvmJob job = JvmJob.of(GrowthProcessTest.Growing.class, 2)
                .with("SECRET=" + SECRET)
                .with("JOIN_PORT=" + port)
                .options("-Xmx128m")
                .start()) {
            job.jvm(0).awaitOutput("grows");
            try (JvmJob refused = misfit.make(newcomer(port), folder).startAlone()) {
                assertThat(refused.jvm(0).exitCode(LIMIT)).isEqualTo(1);
                assertThat(refused.jvm(0).err())
                        .contains("JoinException: cannot join: newcomer host=", "port=127.0.0.1:" + port)
                        .contains(misfit.told.split("\\|"))
                        .doesNotContain(SECRET);
            }
            try (JvmJob next = newcomer(port).with("SECRET=" + SECRET).startAlone()) {
                next.awaitSuccess(LIMIT);
                for (int process = 0; process < 2; process++) {
                    JvmJob.Jvm member = job.jvm(process);
                    assertThat(member.exitCode(LIMIT)).as(member.err()).isZero();
                    assertThat(member.err()).doesNotContain("Exception", SECRET); // a wrong secret is worth a warning
                }
                assertThat(next.jvm(0).out()).contains("works rank=2 of [0, 1, 2].");
            }
        }
    }

    private static JvmJob.Plan newcomer(int port) {
        return JvmJob.of(GrowthProcessTest.Growing.class, 1)
                .options("-Xmx128m")
                .with("JOIN=127.0.0.1:%d,127.0.0.1:%d".formatted(port, port + 1));
    }
}
