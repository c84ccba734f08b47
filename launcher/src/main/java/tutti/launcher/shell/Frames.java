package tutti.launcher.shell;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import org.jspecify.annotations.Nullable;

/** What the shell and its JVMs write to each other: a byte that says what it is, then its content. */
final class Frames {
    /** Classes to load. */
    static final int LOAD = 'L';

    /** A method to invoke, answered by {@link #OUTCOMES}. */
    static final int INVOKE = 'I';

    /** Have a new group. */
    static final int REGROUP = 'G';

    /** Outcomes of a JVM's members. */
    static final int OUTCOMES = 'O';

    /** A new group is there, or the first one. */
    static final int READY = 'R';

    /** A line that a program has printed. */
    static final int TEXT = 'T';

    private Frames() {}

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    static void writeClasses(DataOutputStream out, ClassBytecodes... classes) throws IOException {
        out.writeInt(classes.length);
        for (ClassBytecodes each : classes) {
            writeText(out, each.name());
            out.writeInt(each.bytecodes().length);
            out.write(each.bytecodes());
        }
    }

    static ClassBytecodes[] readClasses(DataInputStream in) throws IOException {
        ClassBytecodes[] classes = new ClassBytecodes[in.readInt()];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new ClassBytecodes(readText(in), readBytes(in));
        }
        return classes;
    }

    static void writeOutcomes(DataOutputStream out, List<Outcome> outcomes) throws IOException {
        out.writeInt(outcomes.size());
        for (Outcome outcome : outcomes) {
            String failure = outcome.failure();
            writeText(out, outcome.value());
            out.writeBoolean(failure != null);
            writeText(out, failure == null ? "" : failure);
            out.writeBoolean(outcome.isOfAnother());
        }
    }

    static List<Outcome> readOutcomes(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<Outcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String value = readText(in);
            boolean hasFailed = in.readBoolean();
            @Nullable String failure = readText(in);
            outcomes.add(new Outcome(value, hasFailed ? failure : null, in.readBoolean()));
        }
        return outcomes;
    }
}
