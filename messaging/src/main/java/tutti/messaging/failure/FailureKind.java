package tutti.messaging.failure;

import io.grpc.Status;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Tells a process that is gone, or wants nothing more to do with this one, from a network that is. */
public final class FailureKind {
    private FailureKind() {}

    /** Returns whether the host answers, and says that no one listens there: a process listens until it ends. */
    public static boolean isRefused(Status status) {
        return causes(status.getCause())
                .anyMatch(cause -> cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException));
    }

    /** Returns whether the host has not even answered in time. */
    public static boolean tookTooLong(Status status) {
        return causes(status.getCause()).anyMatch(ConnectTimeoutException.class::isInstance);
    }

    /**
     * Returns whether the other end does not encrypt, or has another secret. A handshake that is not answered in time
     * says nothing of it: the network may be gone, and come back.
     */
    public static boolean isNotEncrypted(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> cause instanceof SSLException && !(cause instanceof SslHandshakeTimeoutException));
    }

    /**
     * Returns whether an answer says that another call would be of no use; gRPC itself has other codes for broken
     * connections. ABORTED says only that a later call has taken the place of this one: the process lives, and a still
     * later call gets through.
     */
    public static boolean isFinal(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, ABORTED -> false;
            default -> true;
        };
    }

    /** Returns what happened, for people. */
    public static String describe(Status status) {
        String root = causes(status.getCause())
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .reduce("", (outer, inner) -> inner);
        return root.isEmpty()
                ? String.valueOf(status.getDescription())
                : "%s: %s".formatted(status.getDescription(), root);
    }

    /** Returns whether a failure is of one of some kinds, or was caused by one. */
    public static boolean isCausedBy(Throwable failure, Class<?>... kinds) {
        return causes(failure).anyMatch(cause -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(cause)));
    }

    static Stream<Throwable> causes(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
