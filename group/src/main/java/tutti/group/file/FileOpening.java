package tutti.group.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;

/**
 * How the members of a group open one file: member 0 creates or truncates it, and the others open what is there then.
 */
final class FileOpening {
    private static final Set<StandardOpenOption> KNOWN = EnumSet.of(
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.DELETE_ON_CLOSE,
            StandardOpenOption.SYNC,
            StandardOpenOption.DSYNC);
    private static final Set<StandardOpenOption> FIRST_ONLY =
            EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.CREATE_NEW, StandardOpenOption.TRUNCATE_EXISTING);

    private final int rank;
    private final Together together;
    private final Path path;
    private final Set<OpenOption> options;
    private @Nullable PositionedFile opened;

    private FileOpening(Communicator members, Path path, Set<OpenOption> options) {
        rank = members.rank();
        together = together(members, path);
        this.path = path;
        this.options = options;
    }

    /** Checks what the members ask for; collective. */
    static FileOpening of(Communicator members, Path path, OpenOption... options) {
        Together together = together(members, path);
        Set<OpenOption> wanted = together.run(() -> checked(path, options));
        together.requireSame(
                "members must open the same file with the same options:",
                "path=%s options=%s".formatted(path, names(wanted)));
        return new FileOpening(members, path, wanted);
    }

    private static Together together(Communicator members, Path path) {
        return new Together(members, FileCall.OPEN, "open " + path);
    }

    private static Set<OpenOption> checked(Path path, OpenOption... options) {
        Objects.requireNonNull(path, "path must not be null");
        Set<OpenOption> wanted = new HashSet<>(Arrays.asList(options));
        for (OpenOption option : wanted) {
            if (!(option instanceof StandardOpenOption standard && KNOWN.contains(standard))) {
                throw new IllegalArgumentException(
                        "option is not for files of a group: option=%s path=%s; to append, write at the file's size"
                                .formatted(option, path));
            }
        }
        if (!wanted.contains(StandardOpenOption.WRITE)) {
            if (!Collections.disjoint(wanted, FIRST_ONLY)) {
                throw new IllegalArgumentException(
                        "files are made or emptied by those who may write: options=%s path=%s; add WRITE"
                                .formatted(names(wanted), path));
            }
            wanted.add(StandardOpenOption.READ);
        }
        return wanted;
    }

    static String names(Collection<? extends OpenOption> options) {
        return options.stream().map(OpenOption::toString).sorted().toList().toString();
    }

    /** Returns all options, with those that others imply. */
    Set<OpenOption> options() {
        return options;
    }

    /** Opens the file; collective. */
    PositionedFile open() {
        Set<OpenOption> first = new HashSet<>(options);
        first.remove(StandardOpenOption.DELETE_ON_CLOSE); // not before all have closed it
        Set<OpenOption> again = new HashSet<>(first);
        again.removeAll(FIRST_ONLY);
        try {
            together.run(() -> {
                if (rank == 0) {
                    opened = new PositionedFile(path, first, again);
                }
                return true;
            });
            together.run(() -> {
                if (rank > 0) {
                    opened = openedLater(again);
                }
                return true;
            });
            checkIsOne();
            return Objects.requireNonNull(opened);
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    private PositionedFile openedLater(Set<OpenOption> again) throws IOException {
        try {
            return new PositionedFile(path, again, again);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "file that member 0 has opened does not exist here: path=%s; let it lie in a file system that all hosts share"
                            .formatted(path.toAbsolutePath()),
                    e);
        }
    }

    /**
     * Compares the numbers of the file, which are the same on all hosts of a file system, but may be on others.
     *
     * <p>So, if members may write, the others look for a mark: an empty file that member 0 makes beside it.
     */
    private void checkIsOne() {
        String mark = together.members().broadcast(rank == 0 ? mark() : "", 0);
        try {
            String here = together.run(() -> {
                String number =
                        path.getFileSystem().supportedFileAttributeViews().contains("unix")
                                ? Files.getAttribute(path, "unix:ino").toString()
                                : "";
                boolean isMarked =
                        mark.isEmpty() || Files.exists(path.toRealPath().resolveSibling(mark));
                return "inode=%s%s".formatted(number, isMarked ? "" : " in another folder, without " + mark);
            });
            together.requireSame(
                    "members have opened different files of the same name; let it lie in a file system that all hosts share: path=%s"
                            .formatted(path.toAbsolutePath()),
                    here);
        } finally {
            removeMark(mark);
        }
    }

    /** Returns the name of a mark that there is now, or nothing if there can be none. */
    private String mark() {
        String name = ".tutti-" + UUID.randomUUID();
        try {
            if (together.members().size() > 1
                    && options.contains(StandardOpenOption.WRITE)
                    && Files.isRegularFile(path)) {
                Files.createFile(path.toRealPath().resolveSibling(name));
                return name;
            }
        } catch (IOException e) { // the folder may not be written
        }
        return "";
    }

    private void removeMark(String name) {
        if (rank == 0 && !name.isEmpty()) {
            try {
                Files.deleteIfExists(path.toRealPath().resolveSibling(name));
            } catch (IOException e) { // it is empty, and disturbs none
            }
        }
    }

    private void closeAfter(Throwable because) {
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                because.addSuppressed(e);
            }
        }
    }
}
