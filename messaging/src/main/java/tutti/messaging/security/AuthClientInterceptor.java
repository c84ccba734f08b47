package tutti.messaging.security;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Secret;
import tutti.messaging.device.FrameFormat;

/**
 * Proves to the {@link AuthServerInterceptor} of another process that this one knows the job's secret, and hears only
 * answers of one that does.
 *
 * <p>A call is made in two steps by one connection: the first gets the connection's challenge, the second answers it
 * and is the call that the user wants. A caller that must not tell its messages to any other sends them when it has
 * got the answer's headers.
 */
final class AuthClientInterceptor implements ClientInterceptor {
    private static final int NONCE_BYTES = 16;

    private final Secret secret;
    private final int process;
    private final int called;
    private final String session;

    AuthClientInterceptor(Secret secret, int process, int called, String session) {
        this.secret = secret;
        this.process = process;
        this.called = called;
        this.session = session;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new Proving<>(method, options, next);
    }

    /** Returns headers that say who calls, and with which version. */
    private Metadata named(Metadata headers) {
        headers.put(AuthServerInterceptor.WIRE_VERSION, Integer.toString(FrameFormat.VERSION));
        headers.put(CallHeaders.FROM_PROCESS, Integer.toString(process));
        return headers;
    }

    private Status refusal() {
        return Status.UNAUTHENTICATED.withDescription(
                "secrets differ: the program that answers process=%d in place of process=%d does not have its secret; give all processes of the job the same TUTTI_SECRET_FILE or TUTTI_SECRET, and TUTTI_MASTER"
                        .formatted(process, called));
    }

    /**
     * A call that begins when the challenge has come; what its user does before is held back until then. Thread-safe.
     */
    private final class Proving<Q, A> extends ClientCall<Q, A> {
        private final MethodDescriptor<Q, A> method;
        private final CallOptions options;
        private final Channel channel;
        private final ClientCall<Q, A> question;
        private List<Consumer<ClientCall<Q, A>>> held = new ArrayList<>(); // guarded by this
        private volatile @Nullable ClientCall<Q, A> proved; // null as long as something is held back

        Proving(MethodDescriptor<Q, A> method, CallOptions options, Channel channel) {
            this.method = method;
            this.options = options;
            this.channel = channel;
            question = channel.newCall(method, options);
        }

        @Override
        public void start(Listener<A> listener, Metadata headers) {
            question.start(
                    new Listener<>() {
                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            String challenge = trailers.get(AuthServerInterceptor.CHALLENGE);
                            if (challenge != null) {
                                prove(challenge, listener, headers);
                            } else {
                                listener.onClose(status.isOk() ? refusal() : status, trailers);
                            }
                        }
                    },
                    named(new Metadata()));
            try {
                question.halfClose(); // also sends it
            } catch (IllegalStateException e) {
                // it has ended in start already, and its listener has been told
            }
        }

        private void prove(String challenge, Listener<A> listener, Metadata headers) {
            named(headers);
            headers.put(AuthServerInterceptor.NONCE, Secret.randomText(NONCE_BYTES));
            headers.put(AuthServerInterceptor.SESSION, session);
            headers.put(AuthServerInterceptor.CHALLENGE, challenge);
            String[] words = AuthServerInterceptor.wordsOfCall(method.getFullMethodName(), called, headers);
            headers.put(AuthServerInterceptor.PROOF, secret.proof(words));
            ClientCall<Q, A> call = channel.newCall(method, options);
            call.start(new Checked<>(call, listener, words), headers);
            release(call);
        }

        /** Does what was held back; what is done meanwhile comes after it. */
        private void release(ClientCall<Q, A> call) {
            while (true) {
                List<Consumer<ClientCall<Q, A>>> next;
                synchronized (this) {
                    if (held.isEmpty()) {
                        proved = call;
                        return;
                    }
                    next = held;
                    held = new ArrayList<>();
                }
                next.forEach(action -> action.accept(call));
            }
        }

        private void act(Consumer<ClientCall<Q, A>> action) {
            ClientCall<Q, A> call = proved;
            if (call == null) {
                synchronized (this) {
                    call = proved;
                    if (call == null) {
                        held.add(action);
                        return;
                    }
                }
            }
            action.accept(call);
        }

        @Override
        public void request(int messages) {
            act(call -> call.request(messages));
        }

        @Override
        public void sendMessage(Q message) {
            ClientCall<Q, A> call = proved;
            if (call != null) {
                call.sendMessage(message);
            } else {
                act(each -> each.sendMessage(message));
            }
        }

        @Override
        public void halfClose() {
            act(ClientCall::halfClose);
        }

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {
            act(call -> call.cancel(message, cause));
            question.cancel(message, cause); // ends the wait for the challenge, else is too late
        }

        @Override
        public boolean isReady() {
            ClientCall<Q, A> call = proved;
            return call != null && call.isReady();
        }
    }

    /** Called by one thread at a time, as all listeners of calls are. */
    private final class Checked<A> extends SimpleForwardingClientCallListener<A> {
        private final ClientCall<?, A> call;
        private final String[] words;
        private boolean proved;
        private @Nullable Status refusal;

        Checked(ClientCall<?, A> call, ClientCall.Listener<A> listener, String[] words) {
            super(listener);
            this.call = call;
            this.words = words;
        }

        @Override
        public void onHeaders(Metadata headers) {
            String proof = headers.get(AuthServerInterceptor.PROOF);
            String answers = headers.get(AuthServerInterceptor.SESSION);
            proved = proof != null
                    && answers != null
                    && secret.isProof(proof, AuthServerInterceptor.wordsOfAnswer(words, answers));
            if (proved) {
                super.onHeaders(headers);
            } else {
                refusal = refusal();
                call.cancel("no proof", null);
            }
        }

        @Override
        public void onMessage(A message) {
            if (proved) {
                super.onMessage(message);
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            super.onClose(verdict(status, trailers), trailers);
        }

        private Status verdict(Status status, Metadata trailers) {
            if (refusal != null) {
                return refusal;
            }
            if (!proved && status.isOk()) {
                return refusal();
            }
            if (!proved
                    && trailers.containsKey(
                            AuthServerInterceptor.CHALLENGE)) { // the connection is not the one that was challenged
                return Status.UNAVAILABLE.withDescription("connection has changed while it was being opened");
            }
            return status;
        }
    }
}
