package tutti.group.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.collectives.operation.CompositeCall;
import tutti.group.Communicator;
import tutti.serialization.TuttiException;

/**
 * One call that all members make: lets all know if they call different operations, or if it has failed in one.
 *
 * @param text what this member has called, for messages
 */
record Together(Communicator members, FileCall call, String text) {
    private static final long FAILED = Long.MIN_VALUE; // a bit that is of no operation

    /** What a member does; no operation of the group. */
    interface Part<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /** What a member tells the others if something is wrong. */
    private record Report(FileCall call, String text, String kind, String failure) implements java.io.Serializable {}

    /**
     * Does a member's part, and waits for the others.
     *
     * @throws UncheckedIOException if it has failed here for the file's sake
     * @throws CallFailedException if it has failed in another member
     * @throws IllegalArgumentException if the members call different operations
     */
    <T extends @Nullable Object> T run(Part<T> part) {
        return CompositeCall.run(text, () -> runStep(part));
    }

    private <T extends @Nullable Object> T runStep(Part<T> part) {
        T result;
        try {
            result = part.run();
        } catch (IOException | RuntimeException e) {
            RuntimeException failure = thrown(text, e);
            agree(failure);
            throw failure;
        }
        agree(null);
        return result;
    }

    /**
     * Lets members compare what they ask for, all of which must be equal.
     *
     * @param rule what they have broken if it is not
     */
    void requireSame(String rule, String here) {
        List<String> all = CompositeCall.run(text, () -> {
            agree(null);
            return members.allGather(here);
        });
        for (int rank = 1; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new IllegalArgumentException(
                        "%s rank=0 %s; rank=%d %s".formatted(rule, all.getFirst(), rank, all.get(rank)));
            }
        }
    }

    /** Says whether this member's part has failed, and throws if another's has, or if that calls something else. */
    private void agree(@Nullable RuntimeException here) {
        long all = members.allReduce(call.bit() | (here == null ? 0 : FAILED), Reductions.bitwiseOr());
        if (all == call.bit()) {
            return;
        }
        Report own = here == null
                ? new Report(call, text, "", "")
                : new Report(call, text, here.getClass().getName(), Objects.requireNonNullElse(here.getMessage(), ""));
        List<Report> reports = members.allGather(own);
        requireSameCall(reports);
        if (here != null) {
            return; // it throws its own
        }
        for (int rank = 0; rank < reports.size(); rank++) {
            Report failed = reports.get(rank);
            if (!failed.kind().isEmpty()) {
                throw new CallFailedException(
                        "file operation failed in another member: group=%s rank=%d: %s: %s"
                                .formatted(members.name(), rank, failed.kind(), failed.failure()),
                        null,
                        rank,
                        text,
                        failed.kind());
            }
        }
    }

    private static void requireSameCall(List<Report> reports) {
        Report first = reports.getFirst();
        for (int rank = 1; rank < reports.size(); rank++) {
            if (reports.get(rank).call() != first.call()) {
                throw new IllegalArgumentException(
                        "members make different calls on one file: rank=0 %s; rank=%d %s; let all make the same in the same order"
                                .formatted(first.text(), rank, reports.get(rank).text()));
            }
        }
    }

    /** Returns what a member throws that has failed. */
    static RuntimeException thrown(String text, Exception failure) {
        return switch (failure) {
            case IOException e -> new UncheckedIOException("%s: %s".formatted(text, e), e);
            case RuntimeException e -> e;
            default -> new TuttiException(text, failure);
        };
    }
}
