package mpi;

/**
 * Which items of a file a rank sees.
 */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * Makes a view.
     *
     * @param disp first byte
     * @param etype unit of offsets
     * @param filetype which items are seen
     * @param datarep representation, {@code native}
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /** Returns the first byte. */
    public long getDisp() {
        return disp;
    }

    /** Returns the unit of offsets. */
    public Datatype getEType() {
        return etype;
    }

    /** Returns which items are seen. */
    public Datatype getFileType() {
        return filetype;
    }

    /** Returns the representation. */
    public String getDataRep() {
        return datarep;
    }
}
