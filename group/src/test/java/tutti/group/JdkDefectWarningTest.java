package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.group.launch.JobArguments;
import tutti.messaging.config.JdkDefect;

class JdkDefectWarningTest {
    @Test
    void shouldWarnOnceAtTheStartOfAJob() {
        String defect = JdkDefect.of(Runtime.Version.parse("25.0.1"), () -> true);

        assertThat(warnings(defect)).containsExactly(defect);
        assertThat(warnings(null)).isEmpty();
    }

    private static List<String> warnings(@Nullable String defect) {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                warnings.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(ColGroupMaster.class.getName());
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try (ColGroupMaster master = new ColGroupMaster(
                JobArguments.parse(new String[] {"--tutti-members=1"}, Map.of(), List.of()), defect)) {
            assertThat(master.numberOfCpus()).isEqualTo(1);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return warnings;
    }
}
