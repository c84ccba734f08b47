package tutti.messaging.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestTest {
    @Test
    void shouldRunAnActionThatIsAddedWhileItEnds() {
        AtomicInteger runs = new AtomicInteger();

        new EndsAfterTheFirstLook().onCompletion(runs::incrementAndGet);

        assertThat(runs).hasValue(1);
    }

    /** Another thread ends it, and finds no action yet, as soon as the first look has found that it has not ended. */
    private static final class EndsAfterTheFirstLook extends Request {
        private boolean isOver;

        EndsAfterTheFirstLook() {
            super(null);
        }

        @Override
        public boolean isDone() {
            boolean wasOver = isOver;
            if (!wasOver) {
                isOver = true;
                completed();
            }
            return wasOver;
        }

        @Override
        public boolean hasFailed() {
            return false;
        }

        @Override
        public boolean cancel() {
            return false;
        }
    }
}
