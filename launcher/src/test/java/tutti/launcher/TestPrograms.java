package tutti.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tutti.collectives.Reductions;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.MemberTask;
import tutti.group.PersistentRequest;
import tutti.group.Request;
import tutti.group.launch.JobArguments;
import tutti.messaging.config.Job;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.serialization.codec.ObjectCodec;

/** Programs without members, which the launcher's tests run as jobs. */
final class TestPrograms {
    private static final int RANK = Integer.parseInt(System.getenv().getOrDefault("TUTTI_RANK", "0"));

    private TestPrograms() {}

    /** Members add up their ranks. */
    static final class Sum extends ColMember {
        @Override
        public void run() {
            int sum = allReduce(group(), group().rank(this), Reductions.sum());
            System.out.println("sum=" + sum);
        }

        public static void main(String[] arguments) {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                master.start("sum", Sum::new);
            }
        }
    }

    /** Two members exchange values by requests, started and prepared. */
    static final class Requests extends ColMember {
        @Override
        public void run() {
            Communicator world = communicator(group());
            int other = 1 - world.rank();
            Request<?> receive = world.nonBlocking().receive(other);
            world.nonBlocking().sendAsync("value", other).await();
            receive.await();
            PersistentRequest<?> prepared = world.persistent().receive(other);
            var _ = prepared.start();
            world.nonBlocking().sendAsync("value", other).await();
            prepared.await();
        }

        public static void main(String[] arguments) {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                master.start("requests", Requests::new);
            }
        }
    }

    /**
     * The last member ends its JVM by {@code arguments[0]}, exit or halt, with the status {@code arguments[1]}; the
     * others wait for it.
     */
    static final class EndInMember extends ColMember {
        private final String[] arguments;

        EndInMember(String[] arguments) {
            this.arguments = arguments;
        }

        @Override
        public void run() {
            barrier(group());
            if (group().rank(this) == group().size() - 1) {
                int status = Integer.parseInt(arguments[1]);
                if (arguments[0].equals("exit")) {
                    System.exit(status);
                } else {
                    Runtime.getRuntime().halt(status);
                }
            }
            barrier(group());
        }

        public static void main(String[] arguments) {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                master.start("end", () -> new EndInMember(arguments));
            }
        }
    }

    /** As {@link Sum}; process 1 leaves {@code arguments[0]} threads of those that the user may have. */
    static final class FewThreads {
        public static void main(String[] arguments) throws InterruptedException {
            if (RANK == 1) {
                awaitProcess0(); // a JVM that gets no thread as it starts ends without a word of ours
                leave(Integer.parseInt(arguments[0]));
            }
            Sum.main(arguments);
        }

        private static void awaitProcess0() throws InterruptedException {
            URI master = URI.create("tcp://" + System.getenv("TUTTI_MASTER"));
            while (true) {
                try (Socket _ = new Socket(master.getHost(), master.getPort())) {
                    return;
                } catch (IOException e) {
                    Thread.sleep(10);
                }
            }
        }

        private static void leave(int threads) throws InterruptedException {
            List<Thread> taken = new ArrayList<>();
            try {
                while (true) {
                    taken.add(Thread.ofPlatform().daemon().start(LockSupport::park));
                }
            } catch (OutOfMemoryError limitIsReached) {
                for (int i = 0; i < threads; i++) {
                    LockSupport.unpark(taken.get(i));
                    taken.get(i).join();
                }
            }
        }
    }

    /** Prints the job's variables, the arguments and a property. */
    static final class Print {
        public static void main(String[] arguments) {
            Map<String, String> variables = new TreeMap<>(System.getenv());
            variables.keySet().removeIf(name -> !name.startsWith("TUTTI_"));
            System.out.println("variables=" + variables);
            System.out.println("arguments=" + List.of(arguments));
            System.out.println("property=" + System.getProperty("test.property"));
            System.out.println("terminal=" + System.getProperty("tutti.terminal"));
        }
    }

    /** Prints the options of its JVM that contain a text. */
    static final class JvmOptions {
        public static void main(String[] arguments) throws Exception {
            System.out.println("options="
                    + Stream.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0"))
                            .filter(option -> option.startsWith("-")
                                    && Stream.of(arguments).anyMatch(option::contains))
                            .toList());
        }
    }

    /** Prints the cores on which the system lets this process run, and how many the job's processes have together. */
    static final class Cores {
        public static void main(String[] arguments) throws Exception {
            String allowed = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseThrow();
            Job job = JobArguments.parse(new String[0], System.getenv(), List.of())
                    .job();
            try (ProcessRuntime joined = ProcessRuntime.join(job, new ObjectCodec())) {
                System.out.println("allowed=" + allowed + " cores=" + joined.cores());
                joined.disconnect();
            }
        }
    }

    /** Prints where the job's secret is, and who may read it. */
    static final class ShowSecret {
        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(System.getenv("TUTTI_SECRET_FILE"));
            System.out.println("file=" + file);
            System.out.println("tls=" + System.getenv("TUTTI_TLS") + " permissions="
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    /** Process {@code arguments[0]} writes to the file {@code arguments[1]}; all continue for ever. */
    static final class Fill {
        public static void main(String[] arguments) throws Exception {
            announce();
            if (RANK == Integer.parseInt(arguments[0])) {
                Files.writeString(Path.of(arguments[1]), "text");
            }
            new CountDownLatch(1).await();
        }
    }

    /** Prints what it reads from standard input. */
    static final class Echo {
        public static void main(String[] arguments) throws Exception {
            System.out.println("read=" + new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    /** Process {@code arguments[0]} exits with {@code arguments[1]}; the others continue for ever. */
    static final class Exit {
        public static void main(String[] arguments) throws Exception {
            announce();
            if (RANK == Integer.parseInt(arguments[0])) {
                System.exit(Integer.parseInt(arguments[1]));
            }
            new CountDownLatch(1).await();
        }
    }

    /** The main method throws; another thread ends the JVM after a while. */
    static final class KeepThread {
        public static void main(String[] args) {
            Thread.ofPlatform().name("pool of its own").start(() -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(13));
                System.exit(5);
            });
            throw new IllegalStateException("wrong");
        }
    }

    /** The program works well; its main method returns, and a thread keeps the JVM alive for a while. */
    static final class KeepThreadAfterClose {
        public static void main(String[] arguments) {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                var _ = master.run(world -> world.allReduce(1, Integer::sum));
            }
            Thread.ofPlatform()
                    .name("pool of its own")
                    .start(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(13)));
        }
    }

    /** The last member fails; the first is busy with something else. */
    static final class RunOnAfterFailure {
        public static void main(String[] arguments) {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                var _ = master.run(world -> {
                    if (world.rank() == world.size() - 1) {
                        throw new IllegalStateException("wrong input");
                    }
                    Thread.sleep(600_000); // until the test has seen enough
                    return world.allReduce(1, Integer::sum);
                });
            }
        }
    }

    /** The thread of one process ends with the failure of its {@code run}, which the other process catches later. */
    static final class CatchInOneProcess {
        public static void main(String[] arguments) throws InterruptedException {
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                Thread own = new Thread(
                        () -> {
                            try {
                                var _ = master.run(world -> {
                                    if (world.rank() == 1) {
                                        throw new IllegalStateException("wrong input");
                                    }
                                    Thread.sleep(3_500);
                                    return null;
                                });
                            } catch (tutti.messaging.MemberFailedException e) {
                                if (master.process() == 1) {
                                    throw e;
                                }
                            }
                        },
                        "own");
                own.start();
                own.join();
            }
        }
    }

    /** The main method returns; another thread ends with an exception a little later. */
    static final class ThrowInThread {
        public static void main(String[] arguments) {
            Thread main = Thread.currentThread();
            new Thread(
                            () -> {
                                while (main.getState() != Thread.State.WAITING) {
                                    Thread.onSpinWait();
                                }
                                throw new IllegalStateException("in a thread");
                            },
                            "worker")
                    .start();
        }
    }

    /** Member {@code arguments[1]} throws an exception of an odd form, {@code arguments[0]}. */
    static final class Odd {
        public static void main(String[] arguments) {
            int failing = Integer.parseInt(arguments[1]);
            try (ColGroupMaster master = new ColGroupMaster(arguments)) {
                master.run(world -> {
                    if (world.rank() == failing) {
                        throw made(arguments[0]);
                    }
                    world.barrier();
                    return 1;
                });
            }
        }

        private static RuntimeException made(String what) {
            OddException odd = new OddException(what);
            switch (what) {
                case "circular" -> odd.initCause(new IllegalStateException("a cause of its cause", odd));
                case "many" -> {
                    Throwable cause = new IllegalStateException("the first");
                    for (int i = 0; i < 100_000; i++) {
                        cause = new IllegalStateException("the next", cause);
                    }
                    odd.initCause(cause);
                }
                case "suppressed" -> odd.addSuppressed(new IllegalStateException("while it closed"));
                default -> {
                    return what.equals("subclass") ? new OwnFailure(what) : odd;
                }
            }
            return odd;
        }
    }

    private static final class OwnFailure extends tutti.messaging.MemberFailedException {
        private static final long serialVersionUID = 1;

        OwnFailure(String what) {
            super(what, null);
        }
    }

    private static final class OddException extends RuntimeException {
        private static final long serialVersionUID = 1;

        OddException(String what) {
            super(what);
        }

        @Override
        public String toString() {
            if ("text".equals(getMessage())) {
                throw new NoClassDefFoundError("of its text");
            }
            return super.toString();
        }

        @Override
        @SuppressWarnings("NullAway") // as a program may have it
        public StackTraceElement[] getStackTrace() {
            return "frames".equals(getMessage()) ? null : super.getStackTrace();
        }
    }

    /**
     * A member of process {@code arguments[1]} throws, and each process catches what it gets. With {@code run}, members
     * end at once; with {@code compute}, the others have worked on for half a second; with {@code start}, the main
     * thread has, too, before it awaits them; {@code close} is as that, and throws it again.
     */
    static final class CatchFailure {
        public static void main(String[] arguments) throws InterruptedException {
            ColGroupMaster master = new ColGroupMaster(arguments);
            int failing = Integer.parseInt(arguments[1]) * 2; // of four members
            MemberTask<Integer> task = world -> {
                if (world.rank() == failing) {
                    throw new IllegalStateException("caught by the program");
                }
                if (!arguments[0].equals("run")) {
                    Thread.sleep(500);
                }
                return world.allReduce(1, Integer::sum);
            };
            try {
                if (arguments[0].equals("start") || arguments[0].equals("close")) {
                    master.start("g", () -> new TaskOf(task));
                    Thread.sleep(500);
                    if (arguments[0].equals("start")) {
                        master.await();
                    }
                    master.close();
                } else {
                    master.run(task);
                }
            } catch (tutti.messaging.MemberFailedException e) {
                System.out.println("caught failure of rank=" + e.rank());
                if (arguments[0].equals("close")) {
                    throw e;
                }
                master.close();
            }
        }
    }

    private static final class TaskOf extends ColMember {
        private final MemberTask<?> task;

        TaskOf(MemberTask<?> task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                task.run(communicator(group()));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Every process exits with 0, process 0 only when its input ends. */
    static final class Succeed {
        public static void main(String[] arguments) throws Exception {
            System.out.println("bytes=" + System.in.readAllBytes().length);
        }
    }

    /** Process {@code arguments[0]} throws, the others say that it failed. */
    static final class Throw {
        public static void main(String[] arguments) {
            if (RANK == Integer.parseInt(arguments[0])) {
                // Printed at once, but the end takes longer than the others'.
                Runtime.getRuntime().addShutdownHook(new Thread(Throw::waitForOthers));
                throw new IllegalStateException("boom of " + RANK, new ArithmeticException("its cause"));
            }
            throw new MemberFailedException("process 1 failed");
        }

        private static void waitForOthers() {
            long deadline = System.nanoTime() + 1_000_000_000;
            while (System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            System.out.println("ends last\n".repeat(12) + "end");
        }
    }

    static final class MemberFailedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MemberFailedException(String message) {
            super(message);
        }
    }

    /** Continues for ever, even when asked to end. */
    static final class Hang {
        public static void main(String[] arguments) throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                System.out.println("asked to end");
                try {
                    never.await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }));
            announce();
            never.await();
        }
    }

    /** Continues until asked to end. */
    static final class Wait {
        public static void main(String[] arguments) throws Exception {
            announce();
            new CountDownLatch(1).await();
        }
    }

    /** Process 0 ends with its input, the others continue for ever. */
    static final class WaitForInput {
        public static void main(String[] arguments) throws Exception {
            announce();
            if (RANK == 0) {
                System.out.println("bytes=" + System.in.readAllBytes().length);
            } else {
                new CountDownLatch(1).await();
            }
        }
    }

    /** Prints many numbered lines on both streams, then one without end. */
    static final class Chatter {
        public static void main(String[] arguments) {
            int lines = Integer.parseInt(arguments[0]);
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            String filling = "ä€𝄞".repeat(40);
            for (int i = 0; i < lines; i++) {
                out.println(i + " " + filling + " of " + RANK);
                System.err.println(i + " error of " + RANK);
            }
            out.print("end of " + RANK);
            out.flush();
        }
    }

    /** Has an instance main method without arguments. */
    static final class Instance {
        void main() {
            System.out.println("instance main");
        }
    }

    private static void announce() {
        System.out.println("pid=" + ProcessHandle.current().pid());
    }
}
