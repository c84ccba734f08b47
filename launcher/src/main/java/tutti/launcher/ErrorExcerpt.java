package tutti.launcher;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remembers why a process failed, as far as its standard error tells.
 *
 * <p>That is the first uncaught exception which is not about another process's failure; else that it ended because of
 * another; else the first uncaught one; else the last that was printed; else all lines, if they are few.
 */
final class ErrorExcerpt implements Predicate<String> {
    private static final Pattern UNCAUGHT = Pattern.compile("Exception in thread \".*\" .*");
    private static final Pattern PRINTED = Pattern.compile("([\\w$]+\\.)+[\\w$]*(Exception|Error|Throwable)\\b.*");
    private static final Pattern OF_ANOTHER = Pattern.compile("MemberFailedException|RemoteCause|CallFailedException");
    private static final int FEW = 5;

    private final List<String> first = new ArrayList<>();
    private @Nullable StackTrace current;
    private @Nullable StackTrace best;
    private @Nullable String alsoEnded;
    private final BitSet returned = new BitSet();

    /** Takes the next line of the process's standard error; returns whether it is for people. */
    @Override
    public synchronized boolean test(String line) {
        String said = AlsoEnded.said(line);
        if (said != null) {
            alsoEnded = alsoEnded == null ? said : alsoEnded;
            return false;
        }
        BitSet ranks = AlsoEnded.returned(line);
        if (ranks != null) {
            returned.or(ranks);
            return false;
        }
        if (first.size() <= FEW) {
            first.add(line);
        }
        boolean uncaught = UNCAUGHT.matcher(line).matches();
        if (uncaught || PRINTED.matcher(line).matches()) {
            settle();
            current = new StackTrace(line, uncaught);
        } else if (current != null && !current.accept(line)) {
            settle();
        }
        return true;
    }

    /** Returns why this process ended because of another, or null. */
    synchronized @Nullable String alsoEnded() {
        return alsoEnded;
    }

    /** Tells whether this process has only said that it ended because of another, and shown no exception. */
    synchronized boolean isConsequenceAlone() {
        settle();
        return alsoEnded != null && best == null;
    }

    /** Returns the ranks of members that had returned when this process ended because of another. */
    synchronized BitSet returned() {
        return (BitSet) returned.clone();
    }

    /** Returns the lines to show, at most a dozen. */
    synchronized List<String> lines() {
        settle();
        if (alsoEnded != null && !hasOwnFailure()) {
            return List.of();
        }
        if (best != null) {
            return best.lines();
        }
        return first.size() <= FEW ? List.copyOf(first) : List.of();
    }

    /** Returns when the last line of what is shown arrived, by {@link System#nanoTime}; none if it is no exception. */
    synchronized OptionalLong arrived() {
        settle();
        return best == null ? OptionalLong.empty() : OptionalLong.of(best.lastNanos);
    }

    /** Tells whether this process only reports that another one failed. */
    synchronized boolean blamesAnother() {
        settle();
        return alsoEnded != null ? !hasOwnFailure() : best != null && best.blamesAnother();
    }

    /** Tells whether an exception of this process itself was found. */
    synchronized boolean hasOwnFailure() {
        settle();
        return best != null && best.endedTheProgram() && !best.blamesAnother();
    }

    private void settle() {
        if (current != null && (best == null || current.isBetterThan(best))) {
            best = current;
        }
        current = null;
    }

    /** An exception as Java prints it, shortened. */
    private static final class StackTrace {
        private static final int LONGEST = 12;
        private static final int FRAMES_EACH = 3;

        private final List<String> lines = new ArrayList<>();
        private final boolean uncaught;
        private @Nullable String cause;
        private boolean framesBegan;
        private int frames;
        private long lastNanos = System.nanoTime();

        StackTrace(String head, boolean uncaught) {
            this.uncaught = uncaught;
            lines.add(head);
        }

        /**
         * Takes the next line if it belongs here: a frame, a cause, or the message continuing before the first frame.
         */
        boolean accept(String line) {
            boolean belongs = belongs(line);
            if (belongs) {
                lastNanos = System.nanoTime();
            }
            return belongs;
        }

        private boolean belongs(String line) {
            if (line.startsWith("Caused by: ")) {
                cause = cause == null ? line : cause;
                frames = 0;
                add(line);
                return true;
            }
            if (line.startsWith("\t")) {
                framesBegan = true;
                frames++;
                if (frames <= FRAMES_EACH && !line.startsWith("\t... ")) {
                    add(line);
                }
                return true;
            }
            if (!framesBegan) {
                add(line);
            }
            // A message may hold another exception's frames, and an empty line after them.
            return !framesBegan || line.isEmpty();
        }

        List<String> lines() {
            return List.copyOf(lines);
        }

        /** A member's own failure has the user's exception for a cause, another's has another's. */
        boolean blamesAnother() {
            return isOfAnother(lines.getFirst()) && (cause == null || isOfAnother(cause));
        }

        boolean endedTheProgram() {
            return uncaught || isOfAnother(lines.getFirst());
        }

        private static boolean isOfAnother(String line) {
            return OF_ANOTHER.matcher(line).find();
        }

        boolean isBetterThan(StackTrace other) {
            if (uncaught != other.uncaught) {
                return uncaught;
            }
            return uncaught ? other.blamesAnother() && !blamesAnother() : true;
        }

        private void add(String line) {
            if (lines.size() < LONGEST) {
                lines.add(line);
            }
        }
    }
}
