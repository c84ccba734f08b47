package mpi;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Request;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * A file that a rank has open: a view of its bytes, and the rank's position in it.
 *
 * <p>Views show bytes; positions of a program count etypes. For one thread at a time, as MPI's collective calls are.
 */
final class OpenFile {
    private static final int RIGHTS = MPI.MODE_RDONLY | MPI.MODE_WRONLY | MPI.MODE_RDWR;
    private static final List<String> NATIVE = List.of("native", "internal");

    private static final DirectBuffer EMPTY = DirectBuffer.of(new byte[0]);

    private final Place place;
    private final int amode;
    private final ParallelFile file;
    private final SharedFileView position; // of the view at the beginning
    private FileView shown;
    private tutti.group.file.FileView bytes;
    private @Nullable SharedFileView shared; // null if the ranks' views differ
    private long etypeBytes = 1;
    private @Nullable Split split;
    private @Nullable RuntimeException refusal; // while this rank tells the others what is wrong with its buffer

    /** A collective operation of which only the beginning has been called. */
    private record Split(String call, @Nullable Object buffer, mpi.Request request) {}

    private OpenFile(Place place, int amode, ParallelFile file) {
        this.place = place;
        this.amode = amode;
        this.file = file;
        shown = new FileView(0, MPI.BYTE, MPI.BYTE, "native");
        bytes = file.view(ElementType.BYTE);
        position = SharedFileView.of(bytes);
        shared = position;
        if (has(MPI.MODE_APPEND)) {
            long size = bytes.length();
            bytes.seek(size);
            position.seek(size);
        }
    }

    /** Opens a file; collective. Its errors are exceptions until the program sets another handler. */
    static OpenFile open(Place parent, String filename, int amode) throws MPIException {
        parent.awaitEarlier();
        if (parent.bridge() != null) {
            throw new MpiFailure(ErrorClass.COMM, "ranks of an intercommunicator cannot open a file; merge it first");
        }
        Communicator own = parent.local().duplicate(parent.local().name() + "/mpi-file");
        Place place = new Place(parent.rank(), own, "file " + filename);
        place.setHandler(MPI.ERRORS_RETURN);
        try {
            requireSame(own, "open the same file in the same way", "filename=%s amode=%d".formatted(filename, amode));
            return new OpenFile(place, amode, ParallelFile.open(own, Path.of(filename), options(amode)));
        } catch (RuntimeException e) {
            own.leave();
            throw place.failed("File", e);
        }
    }

    private static void requireSame(Communicator own, String rule, String here) {
        List<String> all = own.allGather(here);
        for (int rank = 1; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new MpiFailure(
                        ErrorClass.NOT_SAME,
                        "ranks must %s: rank=0 %s; rank=%d %s".formatted(rule, all.getFirst(), rank, all.get(rank)));
            }
        }
    }

    private static OpenOption[] options(int amode) {
        int rights = amode & RIGHTS;
        boolean reads = rights == MPI.MODE_RDONLY;
        boolean creates = (amode & (MPI.MODE_CREATE | MPI.MODE_EXCL)) != 0;
        boolean mixed = rights == MPI.MODE_RDWR && (amode & MPI.MODE_SEQUENTIAL) != 0;
        if (Integer.bitCount(rights) != 1 || (reads && creates) || mixed) {
            throw new MpiFailure(
                    ErrorClass.AMODE,
                    "amode needs one of MODE_RDONLY, MODE_WRONLY, MODE_RDWR; no MODE_CREATE or MODE_EXCL with the"
                            + " first, no MODE_SEQUENTIAL with the last: amode="
                            + amode);
        }
        List<OpenOption> options = new ArrayList<>();
        if (rights != MPI.MODE_WRONLY) {
            options.add(READ);
        }
        if (rights != MPI.MODE_RDONLY) {
            options.add(WRITE);
        }
        if ((amode & MPI.MODE_CREATE) != 0) {
            options.add((amode & MPI.MODE_EXCL) != 0 ? CREATE_NEW : CREATE);
        }
        if ((amode & MPI.MODE_DELETE_ON_CLOSE) != 0) {
            options.add(DELETE_ON_CLOSE);
        }
        return options.toArray(OpenOption[]::new);
    }

    /** Closes it when all ranks have called this; also if one cannot any more. */
    void close() {
        try {
            place.local().barrier();
        } finally {
            file.close();
            place.local().leave();
        }
    }

    Place place() {
        return place;
    }

    ParallelFile file() {
        return file;
    }

    int amode() {
        return amode;
    }

    private boolean has(int mode) {
        return (amode & mode) != 0;
    }

    // ---------------------------------------------------------------- views

    FileView shown() {
        return shown;
    }

    /** Shows other bytes; collective. If a rank asks for what is not possible, all throw. */
    void show(long disp, Datatype etype, Datatype filetype, String datarep) {
        tutti.group.file.FileView wanted = Agreement.on(
                place.local(), () -> view(disp, Datatype.usable(etype), Datatype.usable(filetype), datarep));
        long size = Datatype.usable(etype).size();
        requireSame(
                place.local(),
                "see etypes of the same size in the same representation",
                "etype bytes=%d datarep=%s".formatted(size, datarep));
        bytes = wanted;
        etypeBytes = size;
        shown = new FileView(disp == MPI.DISPLACEMENT_CURRENT ? bytes.offset(0) : disp, etype, filetype, datarep);
        shared = sharedOver(bytes);
    }

    private tutti.group.file.FileView view(long disp, TypeMap etype, TypeMap filetype, String datarep) {
        if (!NATIVE.contains(datarep)) {
            throw new MpiFailure(
                    ErrorClass.UNSUPPORTED_DATAREP,
                    "data representation must be native or internal: datarep=%s; for other byte orders, use MPI.BYTE and a ByteBuffer with that order"
                            .formatted(datarep));
        }
        if (etype.size() == 0 || filetype.size() % etype.size() != 0) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "a filetype is some etypes: etype has %d bytes, filetype %d"
                            .formatted(etype.size(), filetype.size()));
        }
        long from = disp;
        if (disp == MPI.DISPLACEMENT_CURRENT && has(MPI.MODE_SEQUENTIAL)) {
            from = bytes.offset(shared().position());
        }
        if (from < 0) {
            throw new MpiFailure(
                    ErrorClass.DISP,
                    "displacement must be at least 0, or DISPLACEMENT_CURRENT with MODE_SEQUENTIAL: disp=" + disp);
        }
        return file.view(from, ElementType.BYTE, filetype.items(1), filetype.extent());
    }

    private @Nullable SharedFileView sharedOver(tutti.group.file.FileView view) {
        try {
            return position.over(view);
        } catch (IllegalArgumentException differ) { // at all ranks; they cannot share a position then
            return null;
        }
    }

    tutti.group.file.FileView bytes() {
        return bytes;
    }

    /** Returns the view for access at positions of this rank's own. */
    tutti.group.file.FileView own() {
        if (has(MPI.MODE_SEQUENTIAL)) {
            throw new MpiFailure(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "a file with MODE_SEQUENTIAL has the shared position only; use the calls with Shared and Ordered");
        }
        return refusal == null ? bytes : bytes.failing(refusal);
    }

    SharedFileView shared() {
        if (shared == null) {
            throw new MpiFailure(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "ranks share a position if their views are the same; set the same view at all");
        }
        return refusal == null ? shared : shared.failing(refusal);
    }

    /** Returns the position in bytes of one in etypes; a negative one stays so, and is refused with the access. */
    long inBytes(long etypes) {
        return etypes > Long.MAX_VALUE / etypeBytes ? Long.MAX_VALUE : Math.max(-1, etypes) * etypeBytes;
    }

    long inEtypes(long position) {
        return position / etypeBytes;
    }

    /** Returns where a program wants to go, in bytes of the view. */
    long sought(long offset, int whence, long current) {
        long from = switch (whence) {
            case MPI.SEEK_SET -> 0;
            case MPI.SEEK_CUR -> inEtypes(current);
            case MPI.SEEK_END -> Math.ceilDiv(bytes.length(), etypeBytes);
            default ->
                throw new MpiFailure(ErrorClass.ARG, "whence must be SEEK_SET, SEEK_CUR or SEEK_END: whence=" + whence);
        };
        return inBytes(from + offset);
    }

    // ---------------------------------------------------------------- access

    /** A read or write. */
    interface Transfer {
        /** Returns how many bytes it was. */
        long of(DirectBuffer buffer);
    }

    /** A write. */
    interface Write {
        void of(DirectBuffer buffer);
    }

    /** A read or write that is started. */
    interface Start {
        Request<Long> of(DirectBuffer buffer);
    }

    static Transfer write(Write write) {
        return buffer -> {
            write.of(buffer);
            return buffer.length();
        };
    }

    Status byItself(Items items, boolean isWrite, Transfer transfer) {
        requireRight(isWrite);
        return Status.ofBytes(transfer.of(items.view()));
    }

    Status together(Items items, boolean isWrite, Transfer transfer) {
        requireRight(isWrite);
        return Status.ofBytes(transfer.of(given(items, transfer)));
    }

    mpi.Request start(String call, Items items, boolean isWrite, Start start) {
        requireRight(isWrite);
        return new mpi.Request(Pending.of(place, call, start.of(items.view())));
    }

    mpi.Request startTogether(String call, Items items, boolean isWrite, Start start) {
        requireRight(isWrite);
        DirectBuffer buffer = given(items, none -> start.of(none).await());
        return new mpi.Request(Pending.of(place, call, start.of(buffer)));
    }

    /** Returns the bytes of a collective operation, in which this rank takes part also if they are wrong. */
    private DirectBuffer given(Items items, Transfer transfer) {
        try {
            return items.view();
        } catch (RuntimeException wrong) {
            refusal = wrong;
            try {
                transfer.of(EMPTY); // throws it, when all have heard of it
            } finally {
                refusal = null;
            }
            throw wrong;
        }
    }

    private void requireRight(boolean isWrite) {
        if (isWrite && has(MPI.MODE_RDONLY)) {
            throw new MpiFailure(ErrorClass.READ_ONLY, "file was opened with MODE_RDONLY: amode=" + amode);
        }
        if (!isWrite && has(MPI.MODE_WRONLY)) {
            throw new MpiFailure(ErrorClass.ACCESS, "file was opened with MODE_WRONLY: amode=" + amode);
        }
    }

    /** Begins a collective operation that {@link #end} ends. */
    void begin(String call, Items items, boolean isWrite, Start start) {
        if (split != null) {
            throw new MpiFailure(
                    ErrorClass.REQUEST,
                    "one split collective operation at a time: %sBegin was called, and %sEnd not"
                            .formatted(split.call(), split.call()));
        }
        split = new Split(call, items.buffer(), startTogether(call, items, isWrite, start));
    }

    @SuppressWarnings("ReferenceEquality") // the same buffer, not an equal one
    Status end(String call, @Nullable Object buffer) throws MPIException {
        Split begun = split;
        if (begun == null || !begun.call().equals(call) || begun.buffer() != buffer) {
            throw new MpiFailure(
                    ErrorClass.REQUEST,
                    "%sEnd ends a %sBegin with the same buffer: begun=%s"
                            .formatted(call, call, begun == null ? "nothing" : begun.call()));
        }
        split = null;
        return begun.request().waitStatus();
    }
}
