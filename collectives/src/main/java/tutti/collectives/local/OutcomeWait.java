package tutti.collectives.local;

import org.jspecify.annotations.Nullable;

/** A member's wait for what one of its process publishes in the call. */
final class OutcomeWait extends LocalWait<Object> {
    private final int publisher;
    private final int neededRank;

    /**
     * Makes a wait.
     *
     * @param publisher for records; {@link LocalSync#ANY} if it may be any of several
     * @param neededRank the one member without which nothing is published, or {@link LocalSync#ANY} if all are needed
     */
    OutcomeWait(LocalSync sync, int publisher, int neededRank) {
        super(sync, sync.state());
        this.publisher = publisher;
        this.neededRank = neededRank;
    }

    @Override
    public @Nullable Object fastCheck() {
        return awaited().outcome();
    }

    @Override
    protected int awaitedRank() {
        return publisher;
    }

    @Override
    protected int neededRank() {
        return neededRank;
    }
}
