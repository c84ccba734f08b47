package tutti.group.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.messaging.config.Job;

/** Several providers that agree, disagree, or know nothing. */
class JobProvidersTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @Test
    void shouldRunAloneWhereNobodyKnowsAnything() {
        assertThat(find(Map.of(), fake("one", null))).isEqualTo(Job.alone());
    }

    @Test
    void shouldTakeTheMasterFromWhoeverKnowsIt() {
        Job job = find(
                Map.of("TUTTI_SECRET", SECRET),
                fake("one", new ProcessPlacement(1, 3, null, null)),
                fake("two", new ProcessPlacement(1, 3, "n1:21000", null)));

        assertThat(job.process()).isEqualTo(1);
        assertThat(job.processes()).isEqualTo(3);
        assertThat(job.masterHost()).isEqualTo("n1");
        assertThat(job.masterPort()).isEqualTo(21_000);
    }

    @Test
    void shouldPreferTheMasterThatIsSet() {
        Job job = find(
                Map.of("TUTTI_SECRET", SECRET, "TUTTI_MASTER", "h:7"),
                fake("one", new ProcessPlacement(1, 3, "n1:21000", null)));

        assertThat(job.masterHost()).isEqualTo("h");
    }

    @Test
    void shouldStopWhenTwoDisagreeAndNameBoth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(
                        Map.of(),
                        fake("slurm", new ProcessPlacement(0, 2, "n1:1", null)),
                        fake("open-mpi", new ProcessPlacement(3, 4, null, null))))
                .withMessageContainingAll(
                        "slurm: process=0 of processes=2", "open-mpi: process=3 of processes=4", "TUTTI_PROVIDER");
    }

    @Test
    void shouldStopWhenSettingsAndAnEngineDisagree() {
        EngineProvider engine = fake("slurm", new ProcessPlacement(1, 4, "n1:1", null));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of("TUTTI_SIZE", "4", "TUTTI_RANK", "2", "TUTTI_MASTER", "h:1"), engine))
                .withMessageContainingAll("settings: process=2", "slurm: process=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of("TUTTI_SIZE", "1"), engine))
                .withMessageContainingAll("settings: process=0 of processes=1", "slurm: process=1 of processes=4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of("TUTTI_SIZE", "3"), engine))
                .withMessageContainingAll("TUTTI_SIZE=3", "processes=4");
    }

    @Test
    void shouldAskTheChosenOneOnly() {
        EngineProvider slurm = fake("slurm", new ProcessPlacement(0, 2, "n1:1", null));
        EngineProvider mpi = fake("open-mpi", new ProcessPlacement(3, 4, "n1:2", null));
        Map<String, String> secret = Map.of("TUTTI_SECRET", SECRET, "TUTTI_PROVIDER", "open-mpi");

        assertThat(find(secret, slurm, mpi).process()).isEqualTo(3);
        assertThat(find(Map.of("TUTTI_PROVIDER", "alone"), slurm, mpi)).isEqualTo(Job.alone());
    }

    @Test
    void shouldStopWhenTheChosenOneKnowsNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of("TUTTI_PROVIDER", "slurm"), fake("slurm", null)))
                .withMessageContaining("TUTTI_PROVIDER=slurm");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of("TUTTI_PROVIDER", "pbs"), fake("slurm", null)))
                .withMessageContainingAll("TUTTI_PROVIDER=pbs", "[settings, slurm, alone]");
    }

    @Test
    void shouldSayThatNobodyKnowsWhereProcessZeroIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> find(Map.of(), fake("open-mpi", new ProcessPlacement(3, 4, null, "job"))))
                .withMessageContainingAll("process=3", "-x TUTTI_MASTER");
    }

    @Test
    void shouldDeriveOneSecretForEachJob() {
        Job zero = find(Map.of(), fake("slurm", new ProcessPlacement(0, 2, "n1:1", "slurm 17.0")));
        Job one = find(Map.of(), fake("slurm", new ProcessPlacement(1, 2, "n1:1", "slurm 17.0")));
        Job ofNextStep = find(Map.of(), fake("slurm", new ProcessPlacement(0, 2, "n1:1", "slurm 17.1")));

        assertThat(zero.secret()).isNotNull().isEqualTo(one.secret()).isNotEqualTo(ofNextStep.secret());
    }

    private static Job find(Map<String, String> environment, EngineProvider... providers) {
        return JobResolver.find(Settings.of(new String[0], environment), new JobProviders(List.of(providers)));
    }

    private static EngineProvider fake(String name, @Nullable ProcessPlacement place) {
        return new EngineProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public @Nullable ProcessPlacement find(Map<String, String> environment) {
                return place;
            }
        };
    }
}
