package tutti.launcher;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tutti completion}: prints what makes a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which bash and zsh complete commands and options.",
        footer = {"", "Add this line to ~/.bashrc or ~/.zshrc (there after compinit):", "  source <(tutti completion)"})
final class CompletionCommand implements Callable<Integer> {
    private static final Set<String> SHELLS = new TreeSet<>(Set.of("bash", "zsh"));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh: the script is the same.")
    private String shell = "bash";

    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw new UsageException(
                    "no completion for this shell: shell=%s; choose one of %s".formatted(shell, SHELLS));
        }
        spec.commandLine().getOut().print(AutoComplete.bash("tutti", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
