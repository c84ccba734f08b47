package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.group.launch.JobArguments;
import tutti.messaging.LoggedLines;
import tutti.messaging.config.JdkDefect;

class JdkDefectWarningTest {
    @Test
    void shouldWarnOnceAtTheStartOfAJob() {
        String defect = JdkDefect.of(Runtime.Version.parse("25.0.1"), () -> true);

        assertThat(warnings(defect)).containsExactly(defect);
        assertThat(warnings(null)).isEmpty();
    }

    private static List<String> warnings(@Nullable String defect) {
        try (LoggedLines log = LoggedLines.of(ColGroupMaster.class);
                ColGroupMaster master = new ColGroupMaster(
                        JobArguments.parse(new String[] {"--tutti-members=1"}, Map.of(), List.of()), defect)) {
            assertThat(master.numberOfCpus()).isEqualTo(1);
            return log.lines();
        }
    }
}
