package tutti.messaging;

import tutti.messaging.config.Job;
import tutti.messaging.config.TransportChoice;

/** The ways that messages take in the contract tests. */
public enum TestedTransport {
    /** Members of one process: messages are handed over by reference. */
    LOCAL,

    /** A process for each member, on one host: messages travel through shared memory. */
    SHARED_MEMORY,

    /** A process for each member: messages travel through gRPC. */
    GRPC,

    /** Two processes with several members each: by reference and through shared memory, side by side. */
    MIXED;

    /** Returns over how many processes a group of so many members is spread. */
    int processesFor(int members) {
        return switch (this) {
            case LOCAL -> 1;
            case SHARED_MEMORY, GRPC -> members;
            case MIXED -> Math.min(2, members);
        };
    }

    /** Returns a job's settings with which its messages go this way. */
    Job settings(Job job) {
        return job.withTransport(this == GRPC ? TransportChoice.GRPC : TransportChoice.SHARED_MEMORY);
    }
}
