package tutti.launcher.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.VarSnippet;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/** Reads lines of Java, runs each on all members, and prints what comes of it by rank. */
final class Session implements AutoCloseable {
    private static final List<String> START = List.of(
            "import java.io.*;",
            "import java.util.*;",
            "import java.util.function.*;",
            "import java.util.stream.*;",
            "import tutti.collectives.*;",
            "import tutti.group.*;",
            "import tutti.messaging.*;",
            "import tutti.group.file.*;",
            "import tutti.serialization.*;",
            "import static tutti.group.Communicator.*;",
            "Communicator world = tutti.launcher.shell.ShellMember.world();",
            "int rank = world.rank();");
    private static final int LONGEST = 1_000; // characters of a value

    private static final String JOIN = "world = tutti.launcher.shell.ShellMember.world();";

    private final JShell shell;
    private final MembersControl control;
    private final PrintWriter out;
    private boolean hasFailed;

    Session(Members members, String classPath, PrintWriter out) {
        this.out = out;
        control = new MembersControl(members);
        shell = JShell.builder()
                .executionEngine(new Engine(control), Map.of())
                .compilerOptions("-classpath", classPath)
                .build();
        START.forEach(this::evaluateQuietly);
    }

    /** Returns whether a line has failed at a member, or could not be compiled. */
    boolean hasFailed() {
        return hasFailed;
    }

    /**
     * Reads and runs lines until there are no more.
     *
     * @param prompt what to print before each line; empty for nothing
     */
    void run(BufferedReader in, String prompt) throws IOException {
        String pending = "";
        while (true) {
            out.print(pending.isEmpty() || prompt.isEmpty() ? prompt : " ".repeat(prompt.length() - 2) + "> ");
            out.flush();
            String line = in.readLine();
            if (line == null || line.strip().equals("/exit")) {
                if (!pending.isBlank()) {
                    evaluate(pending);
                }
                return;
            }
            pending = runComplete(pending.isEmpty() ? line : pending + "\n" + line);
        }
    }

    /** Runs all snippets that are complete, and returns the rest. */
    private String runComplete(String text) {
        String rest = text;
        while (!rest.isBlank()) {
            CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            if (!info.completeness().isComplete() && info.completeness() != Completeness.UNKNOWN) {
                return rest;
            }
            evaluate(info.source() == null ? rest : info.source());
            rest = info.source() == null ? "" : Objects.requireNonNullElse(info.remaining(), "");
        }
        return "";
    }

    private void evaluateQuietly(String snippet) {
        List<SnippetEvent> events = shell.eval(snippet);
        if (events.stream().anyMatch(event -> event.status() == Status.REJECTED)) {
            throw new IllegalStateException("cannot prepare the shell: snippet=" + snippet);
        }
        control.takeOutcomes();
    }

    private void evaluate(String source) {
        for (SnippetEvent event : shell.eval(source)) {
            if (event.causeSnippet() != null) {
                continue; // an earlier snippet, which this one changes
            }
            List<Outcome> outcomes = control.takeOutcomes();
            if (event.status() == Status.REJECTED) {
                reject(event.snippet());
            } else if (outcomes.stream().anyMatch(Outcome::hasFailed)) {
                tellFailures(outcomes, source);
            } else {
                tellValues(event.snippet(), outcomes);
                tellMissing(event);
            }
        }
        out.flush();
    }

    private void reject(Snippet snippet) {
        hasFailed = true;
        shell.diagnostics(snippet).filter(Diag::isError).forEach(error -> {
            int at = (int) error.getPosition();
            out.println("error: "
                    + error.getMessage(Locale.ROOT).lines().findFirst().orElse(""));
            String line = lineAt(snippet.source(), at);
            out.println("    " + line);
        });
    }

    private static String lineAt(String source, int position) {
        int at = Math.clamp(position, 0, source.length());
        int begin = source.lastIndexOf('\n', at - 1) + 1;
        int end = source.indexOf('\n', at);
        return source.substring(begin, end < 0 ? source.length() : end).strip();
    }

    private void tellFailures(List<Outcome> outcomes, String source) {
        hasFailed = true;
        boolean isKnown = outcomes.stream().anyMatch(outcome -> outcome.hasFailed() && !outcome.isOfAnother());
        RankedLines.of(outcomes.stream().map(outcome -> text(outcome, isKnown)).toList())
                .forEach(out::println);
        out.println("    in: " + source.strip().lines().findFirst().orElse(""));
        evaluateQuietly(JOIN);
    }

    private static String text(Outcome outcome, boolean isKnown) {
        String failure = outcome.failure();
        if (failure == null) {
            return "done";
        }
        return isKnown && outcome.isOfAnother() ? "ended, because another member failed" : failure;
    }

    private void tellValues(Snippet snippet, List<Outcome> outcomes) {
        if (snippet.kind() == Snippet.Kind.STATEMENT || outcomes.isEmpty()) {
            return;
        }
        String name = snippet.subKind() == SubKind.TEMP_VAR_EXPRESSION_SUBKIND || !(snippet instanceof VarSnippet var)
                ? ""
                : var.name() + " ";
        RankedLines.of(outcomes.stream()
                        .map(outcome -> name + "==> " + outcome.value())
                        .toList())
                .forEach(line -> out.println(shortened(line)));
    }

    private void tellMissing(SnippetEvent event) {
        if (event.snippet() instanceof DeclarationSnippet declared
                && (event.status() == Status.RECOVERABLE_DEFINED || event.status() == Status.RECOVERABLE_NOT_DEFINED)) {
            String missing = shell.unresolvedDependencies(declared).collect(Collectors.joining(", "));
            out.println("note: %s cannot be used until there is %s".formatted(declared.name(), missing));
        }
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "... (" + line.length() + " characters)";
    }

    @Override
    public void close() {
        shell.close();
    }

    private record Engine(MembersControl control) implements ExecutionControlProvider {
        @Override
        public String name() {
            return "members";
        }

        @Override
        public Map<String, String> defaultParameters() {
            return Map.of();
        }

        @Override
        public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
            return control;
        }
    }
}
