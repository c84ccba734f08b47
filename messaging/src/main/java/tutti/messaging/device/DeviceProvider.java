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
     * Makes the device of a process, before the process joins its job. May block as long as loading a library does,
     * and never waits for another process.
     *
     * @throws tutti.messaging.JoinException if this host or process cannot have the device; says what is missing
     */
    WiredDevice open(DeviceContext context);
}
