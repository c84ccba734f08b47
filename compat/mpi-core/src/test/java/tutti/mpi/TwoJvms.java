package tutti.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tutti.messaging.JvmCache;

/** Runs tests in two JVMs at a time, which have a process of each job. */
public final class TwoJvms {
    static final String PASSED = "tests have passed: ";

    private TwoJvms() {}

    /** Runs the tests of classes that call {@link RankJobs#onEachSize}, in a folder that both JVMs use. */
    public static void run(Path folder, Class<?>... tests) throws Exception {
        List<Callable<StartedJvm>> jvms = IntStream.range(0, 2)
                .mapToObj(process -> (Callable<StartedJvm>) () -> start(process, folder, tests))
                .toList();
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            for (Future<StartedJvm> jvm : both.invokeAll(jvms)) {
                StartedJvm ended = jvm.get();
                assertThat(ended.exitCode()).as(ended.output()).isZero();
                assertThat(ended.output()).containsPattern(PASSED + "[1-9]\\d*, in jobs: [1-9]");
            }
        }
    }

    private static StartedJvm start(int process, Path folder, Class<?>... tests)
            throws IOException, InterruptedException {
        List<String> command = JvmCache.program(
                OneProcess.class.getName(),
                "-Dtutti.test.process=" + process,
                "-Dtutti.test.folder=" + folder,
                "-Dtutti.test.all=" + Boolean.getBoolean("tutti.test.all"));
        command.add(folder.toString());
        for (Class<?> test : tests) {
            command.add(test.getName());
        }
        return StartedJvm.command(Map.of(), command);
    }
}
