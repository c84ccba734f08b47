package tutti.launcher.shell;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/** The shell's end of the pipes to one of its JVMs; a thread reads what comes, so that the JVM never waits for that. */
final class JvmLink {
    private final int index;
    private final DataOutputStream out;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

    /** What comes back. */
    private sealed interface Answer {}

    private record Ready() implements Answer {}

    private record Outcomes(List<Outcome> outcomes) implements Answer {}

    private record Ended() implements Answer {}

    /**
     * Begins to read.
     *
     * @param printed takes lines that programs print there
     */
    JvmLink(int index, Process jvm, Consumer<String> printed) {
        this.index = index;
        out = new DataOutputStream(new BufferedOutputStream(jvm.getOutputStream()));
        DataInputStream in = new DataInputStream(new BufferedInputStream(jvm.getInputStream()));
        Thread.ofPlatform().daemon().name("tutti-shell-" + index).start(() -> read(in, printed));
    }

    private void read(DataInputStream in, Consumer<String> printed) {
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                switch (next) {
                    case Frames.READY -> answers.add(new Ready());
                    case Frames.OUTCOMES -> answers.add(new Outcomes(Frames.readOutcomes(in)));
                    case Frames.TEXT -> printed.accept(Frames.readText(in));
                    default -> throw new IOException("unknown frame of a JVM of the shell: kind=" + next);
                }
            }
        } catch (IOException e) {
            // it has ended
        }
        answers.add(new Ended());
    }

    void load(ClassBytecodes... classes) {
        write(() -> {
            out.writeByte(Frames.LOAD);
            Frames.writeClasses(out, classes);
        });
    }

    void invoke(String className, String methodName) {
        write(() -> {
            out.writeByte(Frames.INVOKE);
            Frames.writeText(out, className);
            Frames.writeText(out, methodName);
        });
    }

    void regroup() {
        write(() -> out.writeByte(Frames.REGROUP));
    }

    /** Waits for the outcomes of the JVM's members. */
    List<Outcome> awaitOutcomes() {
        return switch (next()) {
            case Outcomes answer -> answer.outcomes();
            case Ready _ -> throw new IllegalStateException("not what was asked for: jvm=" + index);
            case Ended _ -> throw new JvmEndedException(index);
        };
    }

    /** Waits until the JVM's members have a group. */
    void awaitReady() {
        Answer answer = next();
        if (answer instanceof Ended) {
            throw new JvmEndedException(index);
        }
        if (answer instanceof Outcomes) {
            throw new IllegalStateException("not what was asked for: jvm=" + index);
        }
    }

    private Answer next() {
        try {
            return answers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JvmEndedException(index);
        }
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing writing) {
        try {
            writing.run();
            out.flush();
        } catch (IOException e) {
            throw new JvmEndedException(index);
        }
    }
}
