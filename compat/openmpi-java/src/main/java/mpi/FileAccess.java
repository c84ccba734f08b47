package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The reads and writes of a {@link File}. Offsets count etypes of its view. */
abstract class FileAccess extends FileBase {
    FileAccess(OpenFile open) {
        super(open);
    }

    // ---------------------------------------------------------------- at an offset

    /** Reads items from an offset in etypes on. */
    public Status readAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.readAt",
                open -> open.byItself(
                        new Items(buf, count, type), false, b -> open.own().readAt(open.inBytes(offset), b)));
    }

    /** Reads items from an offset in etypes on; collective. */
    public Status readAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.readAtAll",
                open -> open.together(
                        new Items(buf, count, type), false, b -> open.own().readAtAll(open.inBytes(offset), b)));
    }

    /** Writes items from an offset in etypes on. */
    public Status writeAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.writeAt",
                open -> open.byItself(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.own().writeAt(open.inBytes(offset), b))));
    }

    /** Writes items from an offset in etypes on; collective. */
    public Status writeAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.writeAtAll",
                open -> open.together(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.own().writeAtAll(open.inBytes(offset), b))));
    }

    /** Starts {@link #readAt}. */
    public Request iReadAt(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iReadAt", buf);
        return call(
                "File.iReadAt",
                open -> open.start(
                        "File.iReadAt",
                        new Items(buf, count, type),
                        false,
                        b -> open.own().nonBlocking().readAt(open.inBytes(offset), b)));
    }

    /** Starts {@link #readAtAll}. */
    public Request iReadAtAll(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iReadAtAll", buf);
        return call(
                "File.iReadAtAll",
                open -> open.startTogether(
                        "File.iReadAtAll",
                        new Items(buf, count, type),
                        false,
                        b -> open.own().nonBlocking().readAtAll(open.inBytes(offset), b)));
    }

    /** Starts {@link #writeAt}. */
    public Request iWriteAt(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iWriteAt", buf);
        return call(
                "File.iWriteAt",
                open -> open.start(
                        "File.iWriteAt",
                        new Items(buf, count, type),
                        true,
                        b -> open.own().nonBlocking().writeAt(open.inBytes(offset), b)));
    }

    /** Starts {@link #writeAtAll}. */
    public Request iWriteAtAll(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iWriteAtAll", buf);
        return call(
                "File.iWriteAtAll",
                open -> open.startTogether(
                        "File.iWriteAtAll",
                        new Items(buf, count, type),
                        true,
                        b -> open.own().nonBlocking().writeAtAll(open.inBytes(offset), b)));
    }

    /** Begins {@link #readAtAll}; collective. */
    public void readAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.readAtAllBegin", open -> {
            open.begin(
                    "readAtAll",
                    new Items(buf, count, type),
                    false,
                    b -> open.own().nonBlocking().readAtAll(open.inBytes(offset), b));
            return null;
        });
    }

    /** Ends {@link #readAtAll}, with the buffer of the beginning. */
    public Status readAtAllEnd(@Nullable Object buf) throws MPIException {
        return call("File.readAtAllEnd", open -> open.end("readAtAll", buf));
    }

    /** Begins {@link #writeAtAll}; collective. */
    public void writeAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.writeAtAllBegin", open -> {
            open.begin(
                    "writeAtAll",
                    new Items(buf, count, type),
                    true,
                    b -> open.own().nonBlocking().writeAtAll(open.inBytes(offset), b));
            return null;
        });
    }

    /** Ends {@link #writeAtAll}, with the buffer of the beginning. */
    public Status writeAtAllEnd(@Nullable Object buf) throws MPIException {
        return call("File.writeAtAllEnd", open -> open.end("writeAtAll", buf));
    }

    // ---------------------------------------------------------------- at the rank's position

    /** Reads items from this rank's position on, and moves it. */
    public Status read(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.read",
                open -> open.byItself(
                        new Items(buf, count, type), false, b -> open.own().read(b)));
    }

    /** Reads items from this rank's position on, and moves it; collective. */
    public Status readAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.readAll",
                open -> open.together(
                        new Items(buf, count, type), false, b -> open.own().readAll(b)));
    }

    /** Writes items from this rank's position on, and moves it. */
    public Status write(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.write",
                open -> open.byItself(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.own().write(b))));
    }

    /** Writes items from this rank's position on, and moves it; collective. */
    public Status writeAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.writeAll",
                open -> open.together(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.own().writeAll(b))));
    }

    /** Starts {@link #read}; the position moves at once. */
    public Request iRead(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iRead", buf);
        return call(
                "File.iRead",
                open -> open.start(
                        "File.iRead",
                        new Items(buf, count, type),
                        false,
                        b -> open.own().nonBlocking().read(b)));
    }

    /** Starts {@link #readAll}; the position moves at once. */
    public Request iReadAll(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iReadAll", buf);
        return call(
                "File.iReadAll",
                open -> open.startTogether(
                        "File.iReadAll",
                        new Items(buf, count, type),
                        false,
                        b -> open.own().nonBlocking().readAll(b)));
    }

    /** Starts {@link #write}; the position moves at once. */
    public Request iWrite(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iWrite", buf);
        return call(
                "File.iWrite",
                open -> open.start(
                        "File.iWrite",
                        new Items(buf, count, type),
                        true,
                        b -> open.own().nonBlocking().write(b)));
    }

    /** Starts {@link #writeAll}; the position moves at once. */
    public Request iWriteAll(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iWriteAll", buf);
        return call(
                "File.iWriteAll",
                open -> open.startTogether(
                        "File.iWriteAll",
                        new Items(buf, count, type),
                        true,
                        b -> open.own().nonBlocking().writeAll(b)));
    }

    /** Begins {@link #readAll}; collective. */
    public void readAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.readAllBegin", open -> {
            open.begin(
                    "readAll",
                    new Items(buf, count, type),
                    false,
                    b -> open.own().nonBlocking().readAll(b));
            return null;
        });
    }

    /** Ends {@link #readAll}, with the buffer of the beginning. */
    public Status readAllEnd(@Nullable Object buf) throws MPIException {
        return call("File.readAllEnd", open -> open.end("readAll", buf));
    }

    /** Begins {@link #writeAll}; collective. */
    public void writeAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.writeAllBegin", open -> {
            open.begin(
                    "writeAll",
                    new Items(buf, count, type),
                    true,
                    b -> open.own().nonBlocking().writeAll(b));
            return null;
        });
    }

    /** Ends {@link #writeAll}, with the buffer of the beginning. */
    public Status writeAllEnd(@Nullable Object buf) throws MPIException {
        return call("File.writeAllEnd", open -> open.end("writeAll", buf));
    }

    // ---------------------------------------------------------------- at the shared position

    /** Reads the next items of the position that all ranks share. */
    public Status readShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.readShared",
                open -> open.byItself(
                        new Items(buf, count, type), false, b -> open.shared().read(b)));
    }

    /** Writes the next items of the position that all ranks share. */
    public Status writeShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.writeShared",
                open -> open.byItself(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.shared().write(b))));
    }

    /** Starts {@link #readShared}. */
    public Request iReadShared(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iReadShared", buf);
        return call(
                "File.iReadShared",
                open -> open.start(
                        "File.iReadShared",
                        new Items(buf, count, type),
                        false,
                        b -> open.shared().nonBlocking().read(b)));
    }

    /** Starts {@link #writeShared}. */
    public Request iWriteShared(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        Ranks.direct("File.iWriteShared", buf);
        return call(
                "File.iWriteShared",
                open -> open.start(
                        "File.iWriteShared",
                        new Items(buf, count, type),
                        true,
                        b -> open.shared().nonBlocking().write(b)));
    }

    /** Reads the next items of the shared position, in the order of ranks; collective. */
    public Status readOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.readOrdered",
                open -> open.together(
                        new Items(buf, count, type), false, b -> open.shared().readOrdered(b)));
    }

    /** Writes the next items of the shared position, in the order of ranks; collective. */
    public Status writeOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return call(
                "File.writeOrdered",
                open -> open.together(
                        new Items(buf, count, type),
                        true,
                        OpenFile.write(b -> open.shared().writeOrdered(b))));
    }

    /** Begins {@link #readOrdered}; collective. */
    public void readOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.readOrderedBegin", open -> {
            open.begin(
                    "readOrdered",
                    new Items(buf, count, type),
                    false,
                    b -> open.shared().nonBlocking().readOrdered(b));
            return null;
        });
    }

    /** Ends {@link #readOrdered}, with the buffer of the beginning. */
    public Status readOrderedEnd(@Nullable Object buf) throws MPIException {
        return call("File.readOrderedEnd", open -> open.end("readOrdered", buf));
    }

    /** Begins {@link #writeOrdered}; collective. */
    public void writeOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        call("File.writeOrderedBegin", open -> {
            open.begin(
                    "writeOrdered",
                    new Items(buf, count, type),
                    true,
                    b -> open.shared().nonBlocking().writeOrdered(b));
            return null;
        });
    }

    /** Ends {@link #writeOrdered}, with the buffer of the beginning. */
    public Status writeOrderedEnd(@Nullable Object buf) throws MPIException {
        return call("File.writeOrderedEnd", open -> open.end("writeOrdered", buf));
    }
}
