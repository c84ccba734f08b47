package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.group.launch.ProcessPlacement;

/** How a user's provider is asked. */
class UsersProviderTest {

    /** An engine that tells by variables of its own. */
    private static final class OwnEngine implements JobProvider {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public @Nullable JobPlace find(Map<String, String> environment) {
            String process = environment.get("OWN_PROCESS");
            return process == null ? null : new JobPlace(Integer.parseInt(process), 4, "n1:21000", "own 17");
        }
    }

    private final UsersProvider provider = new UsersProvider(new OwnEngine());

    @Test
    void shouldHandOverAllThatTheProviderSays() {
        assertThat(provider.name()).isEqualTo("own");
        assertThat(provider.find(Map.of("OWN_PROCESS", "3")))
                .isEqualTo(new ProcessPlacement(3, 4, "n1:21000", "own 17"));
    }

    @Test
    void shouldSayNothingWhereTheProviderSaysNothing() {
        assertThat(provider.find(Map.of())).isNull();
    }
}
