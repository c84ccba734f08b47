package tutti.messaging.device.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Frame;
import tutti.messaging.device.InboundHandler;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.Wireup;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.Codec;

/**
 * The receiving end of all calls by which other processes send frames to this one; runs in the thread that drives the
 * process' loop.
 */
public final class FrameService implements ServerCallHandler<Frame, Frame> {
    public static final MethodDescriptor<Frame, Frame> EXCHANGE = MethodDescriptor.<Frame, Frame>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("tutti.messaging.Frames", "Exchange"))
            .setRequestMarshaller(new FrameMarshaller())
            .setResponseMarshaller(new FrameMarshaller())
            .build();

    private static final int FRAMES_AHEAD = 64;

    private final int processes;
    private final Codec codec;
    private final InboundHandler handler;
    private final IdleStrategy idleStrategy;
    private final @Nullable Wireup wireup;
    private final Callers callers;
    private final Map<Integer, InboundStream> streams = new ConcurrentHashMap<>();

    /**
     * Makes the service.
     *
     * @param wireup agrees with processes on another way for their frames, or null
     */
    public FrameService(
            int processes,
            Codec codec,
            InboundHandler handler,
            IdleStrategy idleStrategy,
            @Nullable Wireup wireup,
            Callers callers) {
        this.processes = processes;
        this.codec = codec;
        this.handler = handler;
        this.idleStrategy = idleStrategy;
        this.wireup = wireup;
        this.callers = callers;
    }

    /** Who is told of the processes that call. */
    public interface Callers {
        /** A process calls: for it, the job has begun. */
        void called(int process);

        /** The call with a number has broken; the process may call again. */
        void broken(int process, int call);

        /** Nothing more will come from a process: in good order, or for a reason that is a failure. Told once. */
        void ended(int process, Status why);
    }

    public ServerServiceDefinition definition() {
        return ServerServiceDefinition.builder("tutti.messaging.Frames")
                .addMethod(EXCHANGE, this)
                .build();
    }

    @Override
    public ServerCall.Listener<Frame> startCall(ServerCall<Frame, Frame> call, Metadata headers) {
        int process = CallHeaders.processOf(headers.get(CallHeaders.FROM_PROCESS), processes);
        int number = CallHeaders.numberOf(headers.get(CallHeaders.CALL));
        String session = headers.get(AuthServerInterceptor.SESSION);
        if (process < 0 || number < 1 || session == null) {
            return refuse(call, Status.INVALID_ARGUMENT.withDescription("no call of a process of this job"));
        }
        InboundStream stream = stream(process);
        Status refusal = stream.refusal(session, number);
        if (refusal != null) {
            return refuse(call, refusal);
        }
        // frames are taken off at once: the senders' windows bound what is under way, and nothing here blocks
        call.request(FRAMES_AHEAD);
        handler.heard(process);
        callers.called(process);
        return stream.begin(call, session, number, headers);
    }

    private static ServerCall.Listener<Frame> refuse(ServerCall<Frame, Frame> call, Status why) {
        call.close(why, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private InboundStream stream(int process) {
        return streams.computeIfAbsent(
                process, index -> new InboundStream(processes, index, codec, handler, idleStrategy, wireup, callers));
    }

    /** Ends the calls of processes that still call, and have all that they want: this one leaves in good order. */
    void leave(List<Undelivered> except) {
        streams.forEach((process, stream) -> {
            if (except.stream().noneMatch(each -> each.process() == process)) {
                stream.leave();
            }
        });
    }

    /** Takes nothing more from a process. */
    void giveUp(int process, Status why) {
        stream(process).giveUp(why);
    }

    /** Takes nothing more from a process if the call with a number has broken, and no other has come. */
    public void giveUpIfBroken(int process, int call, Status why) {
        InboundStream stream = stream(process);
        if (stream.isBroken(call)) {
            stream.giveUp(why);
        }
    }
}
