package tutti.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** First class of a child JVM: has JUnit run the one test that the parent runs, on the members of this JVM. */
final class ChildJvm {
    /** More than members get to end, which would like to say why they did not. */
    private static final Duration TIME_TO_REPORT = Duration.ofSeconds(4);

    private ChildJvm() {}

    /** Takes the path of its {@link ChildFolder}. */
    public static void main(String[] arguments) throws Exception {
        ParentWatch.onEnd(ChildJvm::haltSoon);
        ChildFolder folder = new ChildFolder(Path.of(arguments[0]));
        folder.adoptSystemProperties();
        Ending ending = new Ending();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false) // the parent's tools listen there
                        .build())
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectUniqueId(folder.uniqueId()))
                                .configurationParameter(
                                        TestRun.CHILD, folder.path().toString())
                                .build(),
                        ending);
        Throwable problem = ending.problem(folder.uniqueId());
        if (problem != null) {
            folder.problem(problem);
        }
        System.exit(0); // also if the test has left threads behind
    }

    private static void haltSoon() {
        LockSupport.parkNanos(TIME_TO_REPORT.toNanos());
        Runtime.getRuntime().halt(1);
    }

    /** Listens for what goes wrong around the members, such as in a method that runs before each test. */
    private static final class Ending implements TestExecutionListener {
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final AtomicBoolean found = new AtomicBoolean();

        @Override
        public void executionStarted(TestIdentifier started) {
            if (started.isTest()) {
                found.set(true);
            }
        }

        @Override
        public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                result.getThrowable().ifPresent(thrown -> failure.compareAndSet(null, thrown));
            }
        }

        @Nullable
        Throwable problem(String uniqueId) {
            Throwable thrown = failure.get();
            return thrown != null || found.get()
                    ? thrown
                    : new IllegalStateException(
                            "a child JVM does not find the test, or skips it: id=[%s]; see that it runs without settings of the tool that runs it here"
                                    .formatted(uniqueId));
        }
    }
}
