package tutti.messaging.match;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is to be done outside of the lock after matching: senders hear of what was taken, and requests have ended. */
final class MatchEffects {
    private final List<Receipt> due = new ArrayList<>(1);
    private final List<ReceiveRequest> matched = new ArrayList<>(1);

    void add(Receipt receipt) {
        due.add(receipt);
    }

    void add(ReceiveRequest request) {
        matched.add(request);
    }

    boolean hasReceipts() {
        return !due.isEmpty();
    }

    void tell(Consumer<Receipt> receipts) {
        due.forEach(receipts);
    }

    void end() {
        matched.forEach(ReceiveRequest::matched);
    }
}
