package tutti.group.growth;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a member wants of a connection with a group of another job; the same at all members, except for the port.
 *
 * @param side what its group does
 * @param root rank of the member that accepts or calls
 * @param limit how long to wait for the other group, and then for the joining; null without end, and as at the start
 */
public record ConnectionRequest(
        Side side, int root, @Nullable Duration limit) {
    /** What a group does. */
    public sealed interface Side {
        /** Says so, for people. */
        String verb();
    }

    /**
     * Waits at a port.
     *
     * @param port given at the root
     */
    public record Accepting(@Nullable LocalPort port) implements Side {
        @Override
        public String verb() {
            return "accept";
        }
    }

    /**
     * Calls a port.
     *
     * @param port its name, given at the root
     */
    public record Connecting(@Nullable String port) implements Side {
        @Override
        public String verb() {
            return "connect";
        }
    }

    /**
     * Starts the other group.
     *
     * @param spawn given at the root
     */
    public record Spawning(@Nullable Spawn spawn) implements Side {
        @Override
        public String verb() {
            return "spawn";
        }
    }
}
