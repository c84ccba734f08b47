package tutti.group.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.serialization.TuttiException;

/** Does something in every member, and lets all know if it has failed in one. */
record Together(Communicator members) {
    /** What a member does; no operation of the group. */
    interface Part<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /**
     * Does a member's part, and waits for the others.
     *
     * @param call what it is, for messages
     * @throws UncheckedIOException if it has failed here for the file's sake
     * @throws CallFailedException if it has failed in another member
     */
    <T extends @Nullable Object> T run(String call, Part<T> part) {
        T result;
        try {
            result = part.run();
        } catch (IOException | RuntimeException e) {
            RuntimeException failure = thrown(call, e);
            agree(call, failure);
            throw failure;
        }
        agree(call, null);
        return result;
    }

    /**
     * Lets members compare what they ask for, all of which must be equal.
     *
     * @param rule what they have broken if it is not
     */
    void requireSame(String rule, String here) {
        List<String> all = members.allGather(here);
        for (int rank = 1; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new IllegalArgumentException(
                        "%s rank=0 %s; rank=%d %s".formatted(rule, all.getFirst(), rank, all.get(rank)));
            }
        }
    }

    /** Says whether this member's part has failed, and throws if another's has. */
    void agree(String call, @Nullable RuntimeException here) {
        if (members.allReduce(here == null ? 0 : 1, Reductions.sum()) == 0) {
            return;
        }
        record Failure(String kind, String text) implements java.io.Serializable {}
        Failure own = here == null
                ? null
                : new Failure(here.getClass().getName(), Objects.requireNonNullElse(here.getMessage(), ""));
        List<@Nullable Failure> all = members.allGather(own);
        if (here != null) {
            return; // it throws its own
        }
        for (int rank = 0; rank < all.size(); rank++) {
            Failure failure = all.get(rank);
            if (failure != null) {
                throw new CallFailedException(
                        "file operation failed in another member: group=%s rank=%d: %s: %s"
                                .formatted(members.name(), rank, failure.kind(), failure.text()),
                        null,
                        rank,
                        call,
                        failure.kind());
            }
        }
    }

    /** Returns what a member throws that has failed. */
    static RuntimeException thrown(String call, Exception failure) {
        return switch (failure) {
            case IOException e -> new UncheckedIOException("%s: %s".formatted(call, e), e);
            case RuntimeException e -> e;
            default -> new TuttiException(call, failure);
        };
    }
}
