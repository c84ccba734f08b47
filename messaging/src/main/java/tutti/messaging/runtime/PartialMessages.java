package tutti.messaging.runtime;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * The messages of a group of which a part is still under way, and the members of which no more parts will come.
 *
 * <p>Thread-safe.
 */
final class PartialMessages {
    /** With the sources; weak, because only their readers need them. */
    private final Map<ArrivingBytes, Integer> arriving = Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Integer, MemberFailedException> cutOff = new ConcurrentHashMap<>();

    /**
     * Ends a message when its group breaks or its source's process is given up.
     *
     * @param broken why the group is broken already, or null
     */
    void track(int source, ArrivingBytes bytes, @Nullable MemberFailedException broken) {
        arriving.put(bytes, source);
        MemberFailedException failure = broken != null ? broken : cutOff.get(source);
        if (failure != null) {
            bytes.fail(failure::again);
        }
    }

    /** Ends the messages of a member of which no more parts will come. */
    void cutOff(int source, MemberFailedException why) {
        cutOff.put(source, why);
        copy().forEach((bytes, from) -> {
            if (from == source) {
                bytes.fail(why::again);
            }
        });
    }

    /** Returns why the rest of what a member has begun to send will not come, or null. */
    @Nullable
    MemberFailedException cutOff(int source) {
        return cutOff.get(source);
    }

    /** Returns the messages that are incomplete now. */
    List<ArrivingBytes> incomplete() {
        return copy().keySet().stream().filter(bytes -> !bytes.isComplete()).toList();
    }

    private Map<ArrivingBytes, Integer> copy() {
        synchronized (arriving) {
            return new HashMap<>(arriving);
        }
    }
}
