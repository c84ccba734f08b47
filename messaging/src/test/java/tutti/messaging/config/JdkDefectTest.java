package tutti.messaging.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkDefectTest {
    @ParameterizedTest
    @ValueSource(strings = {"25", "25+36", "25.0.1+8-LTS", "25.0.2", "25.0.2.0.1"})
    void shouldNameTheDefectOfTheseVersions(String version) {
        assertThat(JdkDefect.of(Runtime.Version.parse(version), () -> true))
                .contains("JDK-8377811")
                .contains("version=" + version)
                .endsWith("install 25.0.3 or later, or start Java with -XX:+UseParallelGC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"24.0.2", "25.0.3", "25.0.10+1", "25.1", "26", "26.0.1"})
    void shouldSayNothingOfOthers(String version) {
        assertThat(JdkDefect.of(Runtime.Version.parse(version), () -> {
                    throw new AssertionError("asked for the collector");
                }))
                .isNull();
    }

    @Test
    void shouldSayNothingOfOtherCollectors() {
        assertThat(JdkDefect.of(Runtime.Version.parse("25.0.1"), () -> false)).isNull();
    }
}
