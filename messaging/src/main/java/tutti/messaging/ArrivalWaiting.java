package tutti.messaging;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.inbound.ArrivingBytes;

/** Where readers wait for the rest of a message; the member that has received it looks after their waits. */
final class ArrivalWaiting implements ArrivingBytes.Waiters {
    private final Waiting waiting;
    private volatile Function<Supplier<String>, Vigil> vigils = what -> what::get;

    ArrivalWaiting(Patience patience) {
        waiting = new Waiting(patience);
    }

    /** Lets a member look after the waits that begin from now on. */
    void lookedAfterBy(Function<Supplier<String>, Vigil> newVigils) {
        vigils = newVigils;
    }

    @Override
    public <T> T await(Supplier<@Nullable T> look, Supplier<String> what) {
        return waiting.await(look, look, vigils.apply(what));
    }

    @Override
    public void changed() {
        waiting.changed();
    }
}
