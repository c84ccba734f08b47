package tutti.messaging;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Proves to the {@link Guard} of another process that this one knows the job's secret, and hears only answers of one that does.
 *
 * <p>A caller that must not tell its messages to anybody else sends them when it has got the answer's headers.
 */
final class Pass implements ClientInterceptor {
    private static final int NONCE_BYTES = 16;

    private final Secret secret;
    private final int process;
    private final int called;
    private final String session;

    Pass(Secret secret, int process, int called, String session) {
        this.secret = secret;
        this.process = process;
        this.called = called;
        this.session = session;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        String nonce = Secret.randomText(NONCE_BYTES);
        String name = method.getFullMethodName();
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                headers.put(Guard.WIRE_VERSION, Integer.toString(FrameFormat.VERSION));
                headers.put(FrameService.FROM_PROCESS, Integer.toString(process));
                headers.put(Guard.NONCE, nonce);
                headers.put(Guard.SESSION, session);
                headers.put(Guard.PROOF, secret.proof(Guard.words("call", name, process, called, nonce, session)));
                super.start(new Checked<>(delegate(), listener, name, nonce), headers);
            }
        };
    }

    /** Called by one thread at a time, as all listeners of calls are. */
    private final class Checked<A> extends SimpleForwardingClientCallListener<A> {
        private final ClientCall<?, A> call;
        private final String method;
        private final String nonce;
        private boolean proved;
        private @Nullable Status refusal;

        Checked(ClientCall<?, A> call, ClientCall.Listener<A> listener, String method, String nonce) {
            super(listener);
            this.call = call;
            this.method = method;
            this.nonce = nonce;
        }

        @Override
        public void onHeaders(Metadata headers) {
            String proof = headers.get(Guard.PROOF);
            String answers = headers.get(Guard.SESSION);
            proved = proof != null
                    && answers != null
                    && secret.isProof(proof, Guard.words("answer", method, process, called, nonce, answers));
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
            if (refusal == null && !proved && status.isOk()) {
                refusal = refusal();
            }
            super.onClose(refusal == null ? status : refusal, trailers);
        }

        private Status refusal() {
            return Status.UNAUTHENTICATED.withDescription(
                    "secrets differ: whoever answers process=%d in place of process=%d does not have its secret; give all processes of the job the same TUTTI_SECRET_FILE or TUTTI_SECRET, and TUTTI_MASTER"
                            .formatted(process, called));
        }
    }
}
