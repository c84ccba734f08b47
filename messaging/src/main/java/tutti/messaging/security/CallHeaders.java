package tutti.messaging.security;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/** The headers of the calls by which processes send each other frames, beside those that prove who calls. */
public final class CallHeaders {
    public static final Metadata.Key<String> FROM_PROCESS = key("tutti-from-process");

    /** Numbers the calls of a process to this one, from 1. */
    public static final Metadata.Key<String> CALL = key("tutti-call");

    /** Answers how many frames have come from the process by all its calls. */
    public static final Metadata.Key<String> ARRIVED = key("tutti-arrived");

    /** Says where the memory is that the calling process offers to write its frames to instead; see {@code Wireup}. */
    public static final Metadata.Key<String> INVITATION = key("tutti-shared-memory");

    /** Answers an invitation: that it is accepted, or why not. */
    public static final Metadata.Key<String> ANSWER = key("tutti-shared-memory-answer");

    private CallHeaders() {}

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    /** Reads the index of a process, which is in a header; returns -1 if there is no such process. */
    public static int processOf(@Nullable String header, int processes) {
        int process = numberOf(header);
        return process < processes ? process : -1;
    }

    public static int numberOf(@Nullable String header) {
        try {
            return Math.max(-1, Integer.parseInt(String.valueOf(header)));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
