package tutti.messaging.config;

/** How the processes of a job that share a host exchange messages. */
public enum TransportChoice {
    /** Through shared memory where that works, else over gRPC; the log says why. */
    AUTO,

    /** Over gRPC, also where hosts have another device. */
    GRPC,

    /** As between hosts: by the job's device. */
    NETWORK,

    /** Through shared memory; processes of one host that cannot do so fail to connect. */
    SHARED_MEMORY
}
