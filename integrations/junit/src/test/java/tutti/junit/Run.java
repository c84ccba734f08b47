package tutti.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** One run of a class of tests that are to fail. */
record Run(EngineExecutionResults results) {
    /** Runs a method of a class, whatever its parameters. */
    static Run of(Class<?> type, String method) {
        String parameters = List.of(type.getDeclaredMethods()).stream()
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .map(each -> List.of(each.getParameterTypes()).stream()
                        .map(Class::getName)
                        .reduce((a, b) -> a + "," + b)
                        .orElse(""))
                .orElseThrow();
        return new Run(EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectMethod(type, method, parameters))
                .execute());
    }

    /** Returns what the only test failed of. */
    Throwable failure() {
        List<Throwable> failures = failures();
        assertThat(failures).hasSize(1);
        return failures.getFirst();
    }

    List<Throwable> failures() {
        return results.allEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .toList();
    }

    /** Returns how many tests were aborted. */
    long aborted() {
        return results.testEvents().aborted().count();
    }
}
