package tutti.messaging.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.FakeProcess;
import tutti.messaging.config.Job;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;

class NameServiceTest {
    private final Job job = Job.alone();
    private final NameService service = new NameService(job, 1);

    @Test
    void shouldSayThatItIsFull() {
        assertThat(publish("ocean")).containsExactly("published");
        assertThat(publish("ocean")).as("in use").containsExactly("", "end");
        assertThat(publish("land"))
                .singleElement()
                .asString()
                .contains("the name service is full: name=land names=1; ")
                .contains("tutti names");
    }

    private List<String> publish(String name) {
        Answers answers = new Answers();
        service.connect(
                ConnectRequest.newBuilder()
                        .setCaller(FakeProcess.request(job))
                        .setKind(NameService.PUBLISH + name)
                        .setPlace(ByteString.copyFromUtf8("a port"))
                        .build(),
                answers);
        return answers.texts;
    }

    /** Keeps what is answered, and does nothing else. */
    private static final class Answers extends ServerCallStreamObserver<Invitation> {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void onNext(Invitation invitation) {
            texts.add(invitation.getPlace().toStringUtf8());
        }

        @Override
        public void onError(Throwable failure) {
            texts.add(String.valueOf(failure.getMessage()));
        }

        @Override
        public void onCompleted() {
            texts.add("end");
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void request(int count) {}
    }
}
