package tutti.group;

import org.jspecify.annotations.Nullable;

/**
 * What each member of {@link ColGroupMaster#run} does.
 *
 * <p>Arguments reach it as variables that it captures: each process has its own.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface MemberTask<R extends @Nullable Object> {

    /**
     * Runs in the member's own thread.
     *
     * @param world the member's view of the group of all members
     * @return the member's result
     * @throws Exception if the member fails, which ends the other members' operations, too
     */
    R run(Communicator world) throws Exception;
}
