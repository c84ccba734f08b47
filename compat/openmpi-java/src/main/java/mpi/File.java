package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** A file that ranks read and write together. Not there yet: to open one throws an {@link MPIException}. */
@SuppressWarnings("DoNotCallSuggester") // what is not there yet throws
public final class File {

    /** Not there. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        throw Missing.files("File");
    }

    /** Not there. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        throw Missing.files("File");
    }

    /** Not there. */
    public void close() throws MPIException {
        throw Missing.files("File.close");
    }

    /** Not there. */
    public static void delete(String filename) throws MPIException {
        throw Missing.files("File.delete");
    }

    /** Not there. */
    public static void delete(String filename, Info info) throws MPIException {
        throw Missing.files("File.delete");
    }

    /** Not there. */
    public void setSize(long size) throws MPIException {
        throw Missing.files("File.setSize");
    }

    /** Not there. */
    public void preallocate(long size) throws MPIException {
        throw Missing.files("File.preallocate");
    }

    /** Not there. */
    public long getSize() throws MPIException {
        throw Missing.files("File.getSize");
    }

    /** Not there. */
    public Group getGroup() throws MPIException {
        throw Missing.files("File.getGroup");
    }

    /** Not there. */
    public int getAMode() throws MPIException {
        throw Missing.files("File.getAMode");
    }

    /** Not there. */
    public void setInfo(Info info) throws MPIException {
        throw Missing.files("File.setInfo");
    }

    /** Not there. */
    public Info getInfo() throws MPIException {
        throw Missing.files("File.getInfo");
    }

    /** Not there. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
        throw Missing.files("File.setView");
    }

    /** Not there. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) throws MPIException {
        throw Missing.files("File.setView");
    }

    /** Not there. */
    public Status readAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readAt");
    }

    /** Not there. */
    public Status readAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readAtAll");
    }

    /** Not there. */
    public Status writeAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeAt");
    }

    /** Not there. */
    public Status writeAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeAtAll");
    }

    /** Not there. */
    public Request iReadAt(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iReadAt");
    }

    /** Not there. */
    public Request iReadAtAll(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iReadAtAll");
    }

    /** Not there. */
    public Request iWriteAt(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iWriteAt");
    }

    /** Not there. */
    public Request iWriteAtAll(long offset, @Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iWriteAtAll");
    }

    /** Not there. */
    public Status read(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.read");
    }

    /** Not there. */
    public Status readAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readAll");
    }

    /** Not there. */
    public Status write(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.write");
    }

    /** Not there. */
    public Status writeAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeAll");
    }

    /** Not there. */
    public Request iRead(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iRead");
    }

    /** Not there. */
    public Request iReadAll(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iReadAll");
    }

    /** Not there. */
    public Request iWrite(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iWrite");
    }

    /** Not there. */
    public Request iWriteAll(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iWriteAll");
    }

    /** Not there. */
    public void seek(long offset, int whence) throws MPIException {
        throw Missing.files("File.seek");
    }

    /** Not there. */
    public long getPosition() throws MPIException {
        throw Missing.files("File.getPosition");
    }

    /** Not there. */
    public long getByteOffset(long offset) throws MPIException {
        throw Missing.files("File.getByteOffset");
    }

    /** Not there. */
    public Status readShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readShared");
    }

    /** Not there. */
    public Status writeShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeShared");
    }

    /** Not there. */
    public Request iReadShared(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iReadShared");
    }

    /** Not there. */
    public Request iWriteShared(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.iWriteShared");
    }

    /** Not there. */
    public Status readOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readOrdered");
    }

    /** Not there. */
    public Status writeOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeOrdered");
    }

    /** Not there. */
    public void seekShared(long offset, int whence) throws MPIException {
        throw Missing.files("File.seekShared");
    }

    /** Not there. */
    public long getPositionShared() throws MPIException {
        throw Missing.files("File.getPositionShared");
    }

    /** Not there. */
    public void readAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readAtAllBegin");
    }

    /** Not there. */
    public Status readAtAllEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.readAtAllEnd");
    }

    /** Not there. */
    public void writeAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeAtAllBegin");
    }

    /** Not there. */
    public Status writeAtAllEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.writeAtAllEnd");
    }

    /** Not there. */
    public void readAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readAllBegin");
    }

    /** Not there. */
    public Status readAllEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.readAllEnd");
    }

    /** Not there. */
    public void writeAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeAllBegin");
    }

    /** Not there. */
    public Status writeAllEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.writeAllEnd");
    }

    /** Not there. */
    public void readOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.readOrderedBegin");
    }

    /** Not there. */
    public Status readOrderedEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.readOrderedEnd");
    }

    /** Not there. */
    public void writeOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        throw Missing.files("File.writeOrderedBegin");
    }

    /** Not there. */
    public Status writeOrderedEnd(@Nullable Object buf) throws MPIException {
        throw Missing.files("File.writeOrderedEnd");
    }

    /** Not there. */
    public int getTypeExtent(Datatype type) throws MPIException {
        throw Missing.files("File.getTypeExtent");
    }

    /** Not there. */
    public void setAtomicity(boolean atomicity) throws MPIException {
        throw Missing.files("File.setAtomicity");
    }

    /** Not there. */
    public boolean getAtomicity() throws MPIException {
        throw Missing.files("File.getAtomicity");
    }

    /** Not there. */
    public void sync() throws MPIException {
        throw Missing.files("File.sync");
    }

    /** Not there. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw Missing.files("File.setErrhandler");
    }

    /** Not there. */
    public Errhandler getErrhandler() throws MPIException {
        throw Missing.files("File.getErrhandler");
    }

    /** Not there. */
    public void callErrhandler(int errorCode) throws MPIException {
        throw Missing.files("File.callErrhandler");
    }

    /** Returns the default view. */
    public FileView getView() {
        return new FileView(0, MPI.BYTE, MPI.BYTE, "native");
    }
}
