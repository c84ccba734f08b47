package tutti.launcher;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code tutti completion}: prints what makes a shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which bash and zsh complete commands and options.",
        footer = {"", "Add this line to ~/.bashrc or ~/.zshrc (there after compinit):", "  source <(tutti completion)"})
final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("tutti", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
