package tutti.launcher.shell;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * Main class of a JVM with a share of the shell's members: does what the shell writes to its standard input.
 *
 * <p>Its standard output is for answers, so what lines print is one of them.
 */
final class ShellJvm {
    private final DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));

    private ShellJvm() {}

    /** Takes the number of all members and the deadline. */
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        ShellJvm jvm = new ShellJvm();
        System.setIn(InputStream.nullInputStream());
        System.setOut(RankedOutput.stream(jvm::print));
        try (Members members = new LocalMembers(
                Integer.parseInt(arguments[0]), Duration.parse(arguments[1]), ShellJvm.class.getClassLoader())) {
            jvm.write(Frames.READY);
            jvm.serve(in, members);
        }
        System.exit(0); // threads of lines may go on
    }

    private void serve(DataInputStream in, Members members) throws IOException {
        for (int next = in.read(); next >= 0; next = in.read()) {
            switch (next) {
                case Frames.LOAD -> members.load(Frames.readClasses(in));
                case Frames.INVOKE -> answer(members.invoke(Frames.readText(in), Frames.readText(in)));
                case Frames.REGROUP -> {
                    members.regroup();
                    write(Frames.READY);
                }
                default -> throw new IOException("unknown frame of the shell: kind=" + next);
            }
        }
    }

    private synchronized void write(int kind) throws IOException {
        out.writeByte(kind);
        out.flush();
    }

    private synchronized void answer(List<Outcome> outcomes) throws IOException {
        out.writeByte(Frames.OUTCOMES);
        Frames.writeOutcomes(out, outcomes);
        out.flush();
    }

    private synchronized void print(String line) {
        try {
            out.writeByte(Frames.TEXT);
            Frames.writeText(out, line);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
