package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;

/** The page "Settings" has all settings, and no others. */
class SettingsPageTest {
    @Test
    void shouldListWhatTheMasterKnows() throws IOException {
        String refusal =
                catchThrowable(() -> new ColGroupMaster("--tutti-no-such=1")).getMessage();
        String known = refusal.substring(refusal.indexOf("known are [") + 11, refusal.indexOf("], each"));
        List<String> listed = Page.read("settings.md").column("name").stream()
                .flatMap(cell -> Page.spans(cell).stream())
                .toList();

        assertThat(listed).containsExactlyInAnyOrder(known.split(", ", -1));
    }
}
