package tutti.launcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import tutti.group.launch.MemberFailureHandler;
import tutti.group.launch.ShortTrace;
import tutti.messaging.MemberFailedException;

/** Prints the exceptions with which threads of a job's JVM end: each once, although several threads may end with it. */
final class FailureReport implements MemberFailureHandler {
    private static final int FEW_CHARS = 400;

    private final Set<Throwable> printed = Collections.newSetFromMap(new IdentityHashMap<>()); // guarded by this
    private final Set<Throwable> uncaught = Collections.newSetFromMap(new IdentityHashMap<>()); // guarded by this
    private final Set<Throwable> thrown = Collections.newSetFromMap(new IdentityHashMap<>()); // guarded by this

    @Override
    public synchronized void thrownToProgram(MemberFailedException failure) {
        thrown.add(failure);
        thrown.addAll(ShortTrace.chainHere(failure).stream().limit(2).toList());
    }

    @Override
    public synchronized void uncaughtException(Thread thread, Throwable failure) {
        uncaught.add(failure);
        Throwable root = root(failure);
        boolean first = printed.add(root);
        if (!first && AlsoEnded.isWanted()) {
            return;
        }
        String ended = AlsoEnded.line(failure);
        if (ended != null) {
            System.err.println(ended);
            System.err.flush();
            AlsoEnded.sayAtEndWhoReturned();
            return;
        }
        List<String> lines = first ? ShortTrace.of(failure) : again(failure);
        printed.addAll(List.of(root.getSuppressed()));
        StringBuilder text = new StringBuilder("Exception in thread \"" + thread.getName() + "\" ");
        lines.forEach(line -> text.append(line).append(System.lineSeparator()));
        String cure = first ? Cure.of(root) : null;
        if (cure != null) {
            text.append("tutti: ").append(cure).append(System.lineSeparator());
        }
        System.err.print(text);
        System.err.flush();
    }

    /** Returns the lines of a failure whose cause was shown: what is suppressed there may have come since then. */
    private List<String> again(Throwable failure) {
        List<String> lines = new ArrayList<>();
        lines.add(ShortTrace.shortened(ShortTrace.headOf(failure), FEW_CHARS) + "; its cause is printed above");
        for (Throwable further : root(failure).getSuppressed()) {
            if (!printed.contains(further)) {
                List<String> trace = ShortTrace.of(further);
                lines.add("Failed later: " + trace.getFirst());
                lines.addAll(trace.subList(1, trace.size()));
            }
        }
        return lines;
    }

    /**
     * Tells whether a thread of this JVM has ended with an exception, other than a member with one that the program has
     * got and caught.
     */
    synchronized boolean hasUncaught() {
        return !thrown.containsAll(uncaught);
    }

    /** Tells whether an exception was shown. */
    synchronized boolean hasPrinted() {
        return !printed.isEmpty();
    }

    private static Throwable root(Throwable failure) {
        return ShortTrace.chainHere(failure).getLast();
    }
}
