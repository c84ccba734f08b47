package tutti.messaging;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets only those calls in that prove to know the job's secret; of others no message is read.
 *
 * <p>To those it lets in it proves the same, in the answer's headers. A proof holds for one method between one pair of
 * processes, and an answer's for one call, so that nobody who has seen one can use it elsewhere. Both are of the session too, which
 * tells a process from one that was started again in its place.
 */
final class Guard implements ServerInterceptor {
    static final Metadata.Key<String> WIRE_VERSION = key("tutti-wire-version");
    static final Metadata.Key<String> NONCE = key("tutti-nonce");
    static final Metadata.Key<String> PROOF = key("tutti-proof");
    static final Metadata.Key<String> SESSION = key("tutti-session");

    private static final System.Logger LOG = System.getLogger(Guard.class.getName());

    private static final int MAX_SHOWN = 10; // of what a stranger says

    private final Secret secret;
    private final int process;
    private final int processes;
    private final String session;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    Guard(Secret secret, int process, int processes, String session) {
        this.secret = secret;
        this.process = process;
        this.processes = processes;
        this.session = session;
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    /**
     * Returns what a call proves, or an answer to it.
     *
     * @param session of the one that proves
     */
    static String[] words(String kind, String method, int caller, int called, String nonce, String session) {
        return new String[] {kind, method, Integer.toString(caller), Integer.toString(called), nonce, session};
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        int caller = caller(headers);
        Status refusal = refusal(call, headers, caller);
        if (refusal != null) {
            log(call, refusal);
            call.close(refusal, new Metadata());
            return new ServerCall.Listener<>() {};
        }
        String nonce = String.valueOf(headers.get(NONCE));
        String method = call.getMethodDescriptor().getFullMethodName();
        String answer = secret.proof(words("answer", method, caller, process, nonce, session));
        return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    public void sendHeaders(Metadata own) {
                        own.put(SESSION, session);
                        own.put(PROOF, answer);
                        super.sendHeaders(own);
                    }
                },
                headers);
    }

    private @Nullable Status refusal(ServerCall<?, ?> call, Metadata headers, int caller) {
        String version = headers.get(WIRE_VERSION);
        if (version != null && !version.equals(Integer.toString(FrameFormat.VERSION))) {
            return Status.FAILED_PRECONDITION.withDescription(
                    "versions differ: process=%d wireVersion=%s, process=%d wireVersion=%d; run one version in all processes"
                            .formatted(
                                    caller,
                                    version.substring(0, Math.min(version.length(), MAX_SHOWN)),
                                    process,
                                    FrameFormat.VERSION));
        }
        String nonce = headers.get(NONCE);
        String proof = headers.get(PROOF);
        String callersSession = headers.get(SESSION);
        String method = call.getMethodDescriptor().getFullMethodName();
        if (caller >= 0
                && nonce != null
                && proof != null
                && callersSession != null
                && secret.isProof(proof, words("call", method, caller, process, nonce, callersSession))) {
            return null;
        }
        return Status.UNAUTHENTICATED.withDescription(
                "secrets differ: process=%d does not have the secret of the job of process=%d; give all processes of the job the same TUTTI_SECRET_FILE or TUTTI_SECRET, and TUTTI_MASTER"
                        .formatted(caller, process));
    }

    /** Returns the process that the caller claims to be, or -1. */
    private int caller(Metadata headers) {
        return FrameService.processOf(headers.get(FrameService.FROM_PROCESS), processes);
    }

    /** Once for people, since somebody may try often. */
    private void log(ServerCall<?, ?> call, Status refusal) {
        System.Logger.Level level = hasWarned.getAndSet(true) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
        LOG.log(
                level,
                () -> "refused a call: process=%d from=%s: %s; the job goes on, and further refusals are not shown"
                        .formatted(
                                process,
                                call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
                                refusal.getDescription()));
    }
}
