package tutti.examples.engines;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** Members that meet for ever; with a file's name, the last of them writes to it until there is no more space. */
final class Endless extends ColMember {
    private static final int TURNS_PER_LINE = 100;
    private static final long PAUSE_NANOS = 1_000_000; // leaves the processors to what is tested

    private final String file;

    private Endless(String file) {
        this.file = file;
    }

    public static void main(String[] args) {
        System.out.println("pid=" + ProcessHandle.current().pid() + " of a JVM");
        try (ColGroupMaster master = new ColGroupMaster(args)) {
            String[] own = ColGroupMaster.programArguments(args);
            master.start("endless", () -> new Endless(own.length == 0 ? "" : own[0]));
        }
    }

    @Override
    public void run() {
        int rank = group().rank(this);
        int size = group().size();
        barrier(group());
        if (rank == 0) {
            System.out.println("at work");
        }
        if (rank == size - 1 && !file.isEmpty()) {
            fill(Path.of(file));
        }
        for (int turn = 0; true; turn++) {
            barrier(group());
            if (rank == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
                if (turn % TURNS_PER_LINE == 0) {
                    System.out.println("still at work");
                }
            }
        }
    }

    private static void fill(Path path) {
        try (OutputStream out = Files.newOutputStream(path)) {
            for (int i = 0; i < 1000; i++) {
                out.write(new byte[1 << 12]);
            }
            throw new IllegalStateException("there is space left: file=" + path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
