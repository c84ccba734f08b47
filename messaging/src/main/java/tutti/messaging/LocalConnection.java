package tutti.messaging;

/** The way from a process to itself: hands messages over by reference. */
final class LocalConnection implements Connection {
    private final Arrivals arrivals;

    LocalConnection(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    @Override
    public boolean carriesObjects() {
        return true;
    }

    @Override
    public void send(Message message) {
        arrivals.message(message);
    }

    @Override
    public void signal(Signal signal) {
        arrivals.signal(signal);
    }

    @Override
    public void flush() {
        // nothing is ever queued
    }
}
