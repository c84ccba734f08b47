package mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A file that ranks read and write together.
 *
 * <p>Its errors are exceptions until {@link #setErrhandler} says otherwise, as MPI has it for files. Ranks share a
 * position as long as their views are equal; data representations are {@code native} and {@code internal}, which are
 * the same.
 */
public final class File extends FileAccess {

    /** Opens a file; collective. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        this(comm, filename, amode, MPI.INFO_NULL);
    }

    /** Opens a file with hints, of which none is followed; collective. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        super(CommBase.given("File", comm).call("File", place -> {
            Map<String, String> hints = Info.hintsOrNone(info);
            OpenFile open = OpenFile.open(place, filename, amode);
            open.place().setHints(hints);
            return open;
        }));
    }

    /** Closes the file when all ranks have called this, and deletes it if it was opened so; collective. */
    public void close() throws MPIException {
        call("File.close", open -> {
            closed();
            open.close();
            return null;
        });
    }

    /** Deletes a file; one rank calls this. */
    public static void delete(String filename) throws MPIException {
        State.current();
        try {
            Files.delete(Path.of(filename));
        } catch (IOException e) {
            throw MPIException.of(new UncheckedIOException(e.toString(), e), "File.delete filename=" + filename);
        } catch (RuntimeException e) {
            throw MPIException.of(e, "File.delete filename=" + filename);
        }
    }

    /** Deletes a file; one rank calls this. */
    public static void delete(String filename, Info info) throws MPIException {
        delete(filename);
    }

    // ---------------------------------------------------------------- the file as a whole

    /** Makes the file shorter or longer; collective. */
    public void setSize(long size) throws MPIException {
        run("File.setSize", open -> open.file().setSize(size));
    }

    /** Makes the file at least so long, and takes the room; collective. */
    public void preallocate(long size) throws MPIException {
        run("File.preallocate", open -> open.file().preallocate(size));
    }

    /** Returns the size in bytes. */
    public long getSize() throws MPIException {
        return call("File.getSize", open -> open.file().size());
    }

    /** Returns the ranks that have opened it. */
    public Group getGroup() throws MPIException {
        return call("File.getGroup", open -> new Group(open.place().local().members()));
    }

    /** Returns how it was opened. */
    public int getAMode() throws MPIException {
        return call("File.getAMode", OpenFile::amode);
    }

    /** Sets hints, of which none is followed; collective. */
    public void setInfo(Info info) throws MPIException {
        run("File.setInfo", open -> open.place().setHints(Info.hintsOrNone(info)));
    }

    /** Returns the hints. */
    public Info getInfo() throws MPIException {
        return call("File.getInfo", open -> Info.of(open.place().hints()));
    }

    // ---------------------------------------------------------------- views and positions

    /**
     * Says which bytes the rank sees; collective. All positions are 0 then.
     *
     * @param disp bytes before the first filetype
     * @param etype unit of offsets
     * @param filetype selects etypes, in rising order; repeats without end
     * @param datarep {@code native} or {@code internal}
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
        setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
    }

    /** Says which bytes the rank sees, with hints; collective. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) throws MPIException {
        run("File.setView", open -> {
            Map<String, String> hints = Info.hintsOrNone(info);
            open.show(disp, etype, filetype, datarep);
            open.place().setHints(hints);
        });
    }

    /** Returns which bytes the rank sees. */
    public FileView getView() {
        return open().shown();
    }

    /** Sets this rank's position, in etypes from the beginning, from where it is, or from the end of the file. */
    public void seek(long offset, int whence) throws MPIException {
        run("File.seek", open -> {
            tutti.group.file.FileView view = open.own();
            view.seek(open.sought(offset, whence, view.position()));
        });
    }

    /** Returns this rank's position in etypes. */
    public long getPosition() throws MPIException {
        return call("File.getPosition", open -> open.inEtypes(open.own().position()));
    }

    /** Returns the byte of the file at an offset in etypes. */
    public long getByteOffset(long offset) throws MPIException {
        return call("File.getByteOffset", open -> open.bytes().offset(open.inBytes(offset)));
    }

    /** Sets the shared position as {@link #seek} does this rank's; collective. */
    public void seekShared(long offset, int whence) throws MPIException {
        run("File.seekShared", open -> {
            open.place().local().barrier(); // what ranks have called before has moved it
            open.shared().seek(open.sought(offset, whence, open.shared().position()));
        });
    }

    /** Returns the shared position in etypes. */
    public long getPositionShared() throws MPIException {
        return call(
                "File.getPositionShared", open -> open.inEtypes(open.shared().position()));
    }

    /** Returns how far items of a type are apart in the file, in elements. */
    public int getTypeExtent(Datatype type) throws MPIException {
        return call("File.getTypeExtent", open -> type.getExtent());
    }

    /** Says whether accesses to the same bytes happen one after the other; collective. */
    public void setAtomicity(boolean atomicity) throws MPIException {
        run("File.setAtomicity", open -> open.file().setAtomic(atomicity));
    }

    /** Returns whether accesses to the same bytes happen one after the other. */
    public boolean getAtomicity() throws MPIException {
        return call("File.getAtomicity", open -> open.file().isAtomic());
    }

    /** Brings what was written to the storage device; collective. */
    public void sync() throws MPIException {
        run("File.sync", open -> open.file().force());
    }

    // ---------------------------------------------------------------- errors

    /** Says what happens when a call fails; {@link MPI#ERRORS_RETURN} at the beginning. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        run("File.setErrhandler", open -> open.place().setHandler(errhandler));
    }

    /** Returns what happens when a call fails. */
    public Errhandler getErrhandler() throws MPIException {
        return call("File.getErrhandler", open -> open.place().handler());
    }

    /** Lets the error handler do what it does; it does nothing if it is {@link MPI#ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        run("File.callErrhandler", open -> open.place().callHandler(errorCode));
    }

    private interface Work {
        void on(OpenFile open) throws MPIException;
    }

    private void run(String name, Work work) throws MPIException {
        call(name, open -> {
            work.on(open);
            return null;
        });
    }
}
