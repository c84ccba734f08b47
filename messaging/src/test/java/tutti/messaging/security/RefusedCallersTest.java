package tutti.messaging.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RefusedCallersTest {
    private final RefusedCallers refused = new RefusedCallers();

    @Test
    void shouldSayNothingOfNone() {
        assertThat(refused.text()).isEmpty();
    }

    @Test
    void shouldNameEachAddressAndReasonOnce() {
        for (int port = 1; port < 100; port++) {
            refused.add(new InetSocketAddress("10.0.0.1", port), "one");
        }
        refused.add(new InetSocketAddress("10.0.0.1", 1), "two");
        refused.add(new InetSocketAddress("10.0.0.2", 1), "one");
        assertThat(refused.text())
                .isEqualTo(", refused=[address=10.0.0.1: one, address=10.0.0.1: two, address=10.0.0.2: one]");
    }

    @Test
    void shouldHoldFewHoweverManyCall() {
        for (int host = 0; host < 250; host++) {
            refused.add(new InetSocketAddress("10.0.0." + host, 1), "one");
        }
        assertThat(refused.text())
                .contains("10.0.0.7: one")
                .doesNotContain("10.0.0.8:")
                .endsWith(", and more]");
    }
}
