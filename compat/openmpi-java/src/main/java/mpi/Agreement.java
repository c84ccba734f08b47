package mpi;

import java.util.List;
import java.util.function.Supplier;
import tutti.group.Communicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** Lets ranks tell each other, before they do something together, whose arguments are wrong. */
final class Agreement {
    private Agreement() {}

    /**
     * Checks a rank's arguments; collective. If those of one are wrong, all throw.
     *
     * @param arguments throws if they are wrong
     */
    static <T> T on(Communicator communicator, Supplier<T> arguments) {
        T result = null;
        RuntimeException wrong = null;
        try {
            result = arguments.get();
        } catch (MpiFailure | IllegalArgumentException e) {
            wrong = e;
        }
        List<String> all = communicator.allGather(wrong == null ? "" : text(wrong));
        if (result != null && wrong == null) {
            requireNone(all);
            return result;
        }
        throw wrong == null ? new IllegalStateException("arguments without a result") : wrong;
    }

    private static String text(RuntimeException wrong) {
        return MpiFailure.classOf(wrong).name() + " " + wrong.getMessage();
    }

    private static void requireNone(List<String> all) {
        for (int rank = 0; rank < all.size(); rank++) {
            String text = all.get(rank);
            if (!text.isEmpty()) {
                String[] parts = text.split(" ", 2);
                throw new MpiFailure(
                        ErrorClass.valueOf(parts[0]), "arguments of rank %d are wrong: %s".formatted(rank, parts[1]));
            }
        }
    }
}
