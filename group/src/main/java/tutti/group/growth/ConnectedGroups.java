package tutti.group.growth;

/**
 * Two groups that are connected.
 *
 * @param both a group of the members of both
 * @param start rank in it of the first member of this side
 * @param size of this side
 * @param remoteStart rank in it of the first member of the other side
 * @param remoteSize of the other side
 * @param <G> what members call a group
 */
public record ConnectedGroups<G>(G both, int start, int size, int remoteStart, int remoteSize) {

    /** Returns the same for something else that stands for the group of both. */
    public <O> ConnectedGroups<O> with(O other) {
        return new ConnectedGroups<>(other, start, size, remoteStart, remoteSize);
    }
}
