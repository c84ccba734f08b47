package tutti.messaging.bootstrap;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tutti.messaging.config.Job;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;
import tutti.messaging.proto.JobPortGrpc;

/**
 * Keeps names of ports for the jobs that know its address: each as long as the call lives that publishes it.
 *
 * <p>Thread-safe.
 */
public final class NameService extends JobPortGrpc.JobPortImplBase {
    static final String PUBLISH = "publish/";
    static final String LOOKUP = "lookup/";

    /** The answer to those that publish. */
    static final String PUBLISHED = "published";

    private static final int MOST_NAMES = 10_000;
    private static final int LONGEST = 1_000;

    private final JoinCheck check;
    private final int mostNames;
    private final Map<String, Publication> ports = Collections.synchronizedMap(new TreeMap<>()); // by their names

    /** What one call publishes; two of the same port are not equal, for each ends with its own call. */
    private static final class Publication {
        private final String port;

        Publication(String port) {
            this.port = port;
        }
    }

    /** Makes a service that no one can call yet. */
    public NameService(Job job) {
        this(job, MOST_NAMES);
    }

    NameService(Job job, int mostNames) {
        this.mostNames = mostNames;
        check = new JoinCheck("the name service", job, "", Collections.emptySortedMap());
    }

    /** Kind and name are one text; what is published is the place of the caller. An empty answer says no. */
    @Override
    public void connect(ConnectRequest request, StreamObserver<Invitation> reply) {
        ServerCallStreamObserver<Invitation> call = (ServerCallStreamObserver<Invitation>) reply;
        PortCaller caller = new PortCaller(request, call);
        String kind = request.getKind();
        String refusal = check.differingVersions(caller.named(), request.getCaller());
        if (refusal == null && kind.length() + request.getPlace().size() > LONGEST) {
            refusal = "the name is too long: characters=%d most=%d".formatted(kind.length(), LONGEST);
        }
        if (refusal != null) {
            caller.refuse(refusal);
        } else if (kind.startsWith(PUBLISH)) {
            publish(kind.substring(PUBLISH.length()), request.getPlace().toStringUtf8(), caller, call);
        } else if (kind.startsWith(LOOKUP)) {
            Publication published = ports.get(kind.substring(LOOKUP.length()));
            caller.answer(answer(published == null ? "" : published.port));
            caller.end();
        } else {
            caller.refuse("this is a name service and no job: %s".formatted(caller.named()));
        }
    }

    private void publish(String name, String port, PortCaller caller, ServerCallStreamObserver<Invitation> call) {
        if (ports.size() >= mostNames && !ports.containsKey(name)) {
            caller.refuse(
                    "the name service is full: name=%s names=%d; end jobs that publish, or start a second 'tutti names'"
                            .formatted(name, mostNames));
            return;
        }
        Publication publication = new Publication(port);
        call.setOnCancelHandler(() -> ports.remove(name, publication));
        boolean isNew = ports.putIfAbsent(name, publication) == null;
        if (isNew && call.isCancelled()) {
            ports.remove(name, publication);
        }
        caller.answer(answer(isNew ? PUBLISHED : ""));
        if (!isNew) {
            caller.end();
        }
    }

    private static Invitation answer(String text) {
        return Invitation.newBuilder()
                .setPlace(ByteString.copyFrom(text, StandardCharsets.UTF_8))
                .build();
    }
}
