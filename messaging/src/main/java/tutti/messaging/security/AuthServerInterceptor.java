package tutti.messaging.security;

import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Secret;
import tutti.messaging.device.FrameFormat;

/**
 * Lets only those calls in that prove to know the job's secret; of others no message is read.
 *
 * <p>A call without a proof is answered with a challenge: a random text of that connection, which the proof of one
 * later call by the same connection covers. So no proof that somebody has read is of use again, by whichever
 * connection, in this job or in another with the same secret. The proof covers all that the call's headers say of it:
 * method, both processes, session, number, and the memory that it offers. To those it lets in the guard proves the
 * same, in the answer's headers, for that call alone.
 */
public final class AuthServerInterceptor implements ServerInterceptor {
    static final Metadata.Key<String> WIRE_VERSION = key("tutti-wire-version");
    static final Metadata.Key<String> NONCE = key("tutti-nonce");
    public static final Metadata.Key<String> PROOF = key("tutti-proof");
    public static final Metadata.Key<String> SESSION = key("tutti-session");
    public static final Metadata.Key<String> CHALLENGE = key("tutti-challenge");

    private static final Attributes.Key<AtomicReference<@Nullable String>> EXPECTED =
            Attributes.Key.create("tutti-expected-challenge");

    private static final int CHALLENGE_BYTES = 16;

    private static final System.Logger LOG = System.getLogger(AuthServerInterceptor.class.getName());

    private static final Status PROOF_WANTED = Status.UNAUTHENTICATED.withDescription("answer the challenge");

    private static final int MAX_SHOWN = 10; // of what a stranger says

    private final Secret secret;
    private final int process;
    private final int processes;
    private final String session;
    private final RefusedCallers refused;
    private final String self; // for people
    private final boolean isPort;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    AuthServerInterceptor(Secret secret, int process, int processes, String session, RefusedCallers refused) {
        this.refused = refused;
        this.secret = secret;
        this.process = process;
        this.processes = processes;
        this.session = session;
        self = "process=" + process;
        isPort = false;
    }

    private AuthServerInterceptor(AuthServerInterceptor other, int portOf) {
        refused = other.refused;
        secret = other.secret;
        process = other.process;
        processes = other.processes;
        session = other.session;
        self = "process=" + portOf;
        isPort = true;
    }

    /** Returns the same for a port of a process, whose callers are no processes of its job. */
    AuthServerInterceptor ofPort(int portOf) {
        return new AuthServerInterceptor(this, portOf);
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    /**
     * Returns what the proof of a call covers; the called process puts the same together from the headers that it gets.
     */
    static String[] wordsOfCall(String method, int called, Metadata headers) {
        return new String[] {
            "call",
            method,
            Integer.toString(called),
            said(headers, CallHeaders.FROM_PROCESS),
            said(headers, NONCE),
            said(headers, SESSION),
            said(headers, CHALLENGE),
            said(headers, CallHeaders.CALL),
            said(headers, CallHeaders.INVITATION)
        };
    }

    /**
     * Returns what the proof of an answer covers.
     *
     * @param call what the call's proof covered
     * @param session of the one that answers
     */
    static String[] wordsOfAnswer(String[] call, String session) {
        return Stream.concat(Stream.of("answer", session), Stream.of(call)).toArray(String[]::new);
    }

    private static String said(Metadata headers, Metadata.Key<String> key) {
        return String.valueOf(headers.get(key));
    }

    /**
     * Returns what the server must do with each new connection, for the challenge that was given there and not yet
     * answered.
     */
    static ServerTransportFilter connections() {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes connection) {
                return connection.toBuilder()
                        .set(EXPECTED, new AtomicReference<>())
                        .build();
            }
        };
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        Status refusal = versionRefusal(headers);
        if (refusal != null) {
            refused.add(address(call), "its wire version is another");
            return refuse(call, refusal, new Metadata());
        }
        AtomicReference<@Nullable String> expected =
                Objects.requireNonNull(call.getAttributes().get(EXPECTED));
        String proof = headers.get(PROOF);
        if (proof == null) {
            call.close(PROOF_WANTED, challenge(expected));
            return new ServerCall.Listener<>() {};
        }
        String challenge = expected.getAndSet(null); // answered once, rightly or not
        if (challenge == null || !challenge.equals(headers.get(CHALLENGE))) {
            return refuse(call, replayed(headers), challenge(expected));
        }
        String[] words = wordsOfCall(call.getMethodDescriptor().getFullMethodName(), process, headers);
        if (caller(headers) < 0 || headers.get(SESSION) == null || !secret.isProof(proof, words)) {
            refused.add(address(call), "its proof does not fit (another secret?)");
            return refuse(call, secretsDiffer(headers), new Metadata());
        }
        String answer = secret.proof(wordsOfAnswer(words, session));
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

    private static @Nullable SocketAddress address(ServerCall<?, ?> call) {
        return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    }

    private static Metadata challenge(AtomicReference<@Nullable String> expected) {
        String challenge = Secret.randomText(CHALLENGE_BYTES);
        expected.set(challenge);
        Metadata trailers = new Metadata();
        trailers.put(CHALLENGE, challenge);
        return trailers;
    }

    private <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, Status refusal, Metadata trailers) {
        log(call, refusal);
        call.close(refusal, trailers);
        return new ServerCall.Listener<>() {};
    }

    private @Nullable Status versionRefusal(Metadata headers) {
        String version = headers.get(WIRE_VERSION);
        if (version == null || version.equals(Integer.toString(FrameFormat.VERSION))) {
            return null;
        }
        return Status.FAILED_PRECONDITION.withDescription(
                "versions differ: %s wireVersion=%s, %s wireVersion=%d; run one version in all processes"
                        .formatted(
                                named(headers),
                                version.substring(0, Math.min(version.length(), MAX_SHOWN)),
                                self,
                                FrameFormat.VERSION));
    }

    private Status replayed(Metadata headers) {
        return Status.UNAUTHENTICATED.withDescription(
                "proof of another connection: %s did not get this challenge from %s on this connection; either somebody sends again what was recorded, or the connection has changed while it was being opened"
                        .formatted(named(headers), self));
    }

    private Status secretsDiffer(Metadata headers) {
        return Status.UNAUTHENTICATED.withDescription(
                "secrets differ: %s does not have the secret of the job of %s; give %s"
                        .formatted(
                                named(headers),
                                self,
                                isPort
                                        ? "both the same TUTTI_SECRET_FILE or TUTTI_SECRET"
                                        : "all processes of the job the same TUTTI_SECRET_FILE or TUTTI_SECRET, and"
                                                + " TUTTI_MASTER"));
    }

    /** Names the caller, for people. */
    private String named(Metadata headers) {
        return isPort ? "the caller" : "process=" + caller(headers);
    }

    /** Returns the process that the caller claims to be, or -1. */
    private int caller(Metadata headers) {
        return CallHeaders.processOf(headers.get(CallHeaders.FROM_PROCESS), processes);
    }

    /** Once for people, since somebody may try often. */
    private void log(ServerCall<?, ?> call, Status refusal) {
        System.Logger.Level level = hasWarned.getAndSet(true) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
        LOG.log(
                level,
                () -> "refused a call: %s from=%s: %s; the job continues, and further refusals are not shown"
                        .formatted(self, address(call), refusal.getDescription()));
    }
}
