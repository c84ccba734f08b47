package tutti.messaging.device;

/**
 * Makes a device that another module has, by the name that the setting {@code device} gives it.
 *
 * <p>Found by {@link java.util.ServiceLoader} on the class path of every process. Such a device carries the frames
 * between processes of different hosts, and of one host if the job's transport says so; connections stay gRPC's.
 */
public interface DeviceProvider {
    /** Returns the name of the device, in lower case. */
    String name();

    /**
     * Finds what the device needs in this process, a library for example. Called before the process joins its job: if
     * it fails, or returns another text than in process 0, no process uses the device; the job uses the next one that
     * its setting names, or does not begin, and says why.
     *
     * <p>May block as long as loading a library does, and never waits for another process.
     *
     * @param process index of this process in the job
     * @param processes number of processes in the job
     * @return what the processes must have in common, in a few words
     * @throws tutti.messaging.JoinException if this host or process cannot have the device; says what is missing
     */
    String prepare(int process, int processes);

    /** Makes the device of a process, which is prepared, before the process joins its job. Does not block. */
    WiredDevice open(DeviceContext context);
}
