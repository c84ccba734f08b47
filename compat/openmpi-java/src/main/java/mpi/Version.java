package mpi;

/** A version of the MPI standard. */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** Returns the number before the point. */
    public int getVersion() {
        return version;
    }

    /** Returns the number behind the point. */
    public int getSubVersion() {
        return subVersion;
    }
}
