package tutti.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;
import tutti.group.launch.JobArguments;
import tutti.group.launch.Suggestion;
import tutti.messaging.progress.ThreadSupply;

/** The command {@code tutti}, of which all others are subcommands. */
@Command(
        name = "tutti",
        description = "Runs programs whose members work together.",
        footer = {"", "Try 'tutti COMMAND --help', or 'tutti run -n 4 asp' for an example."},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT)
final class TuttiCommand {
    private static final List<String> HELP = List.of("-h", "-help", "--help");

    private TuttiCommand() {}

    /** Runs the command and exits with its code: 0, that of the process that failed, or 2 for a wrong command line. */
    public static void main(String[] arguments) throws IOException {
        System.exit(execute(arguments));
    }

    private static int execute(String[] arguments) throws IOException {
        try {
            return commandLine(arguments).execute(arguments);
        } catch (OutOfMemoryError e) {
            if (!ThreadSupply.isMissing(e)) {
                throw e;
            }
            System.err.println("tutti: cannot create a thread: " + e.getMessage() + "; " + ThreadSupply.CURE);
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    static CommandLine commandLine(String[] arguments) throws IOException {
        CommandLine command = new CommandLine(new TuttiCommand());
        String name = arguments.length == 0 ? "" : arguments[0];
        // To read the annotations of all commands takes longer than to start a program.
        switch (name) {
            case RunCommand.NAME -> command.addSubcommand(new RunCommand());
            case JoinCommand.NAME -> command.addSubcommand(new JoinCommand());
            default -> addOwn(command);
        }
        // From the program's name on, every argument is the program's, as it is.
        command.setStopAtPositional(true);
        if (command.getSubcommands().size() > 1) {
            FurtherCommand.all().forEach(command::addSubcommand);
        }
        return command.setExpandAtFiles(false)
                .setUsageHelpWidth(100)
                .setExecutionStrategy(TuttiCommand::runUnlessMisread)
                .setParameterExceptionHandler(TuttiCommand::explain)
                .setExecutionExceptionHandler(TuttiCommand::explain);
    }

    /** Runs the command, unless its help was asked for only by the first letter of an option that it does not have. */
    private static int runUnlessMisread(ParseResult all) {
        ParseResult last = all;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (last.isUsageHelpRequested() && HELP.stream().noneMatch(last.originalArgs()::contains)) {
            for (String given : last.originalArgs()) {
                if (given.startsWith("-h")) {
                    CommandSpec command = last.commandSpec();
                    String meant =
                            Suggestion.of("-" + given, command.optionsMap().keySet());
                    throw new ParameterException(
                            command.commandLine(), "Unknown option: '%s'%s".formatted(given, meant));
                }
            }
        }
        return new RunLast().execute(all);
    }

    private static void addOwn(CommandLine command) {
        command.addSubcommand(new RunCommand())
                .addSubcommand(new JoinCommand())
                .addSubcommand(new NamesCommand())
                .addSubcommand(new CommandLine(new MpjRunCommand()).setUnmatchedOptionsArePositionalParams(true))
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new HelpCommand());
    }

    private static int explain(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        complain(
                command,
                String.valueOf(failure.getMessage()).replaceFirst("\\.$", "") + meant(failure, arguments, command));
        if (command.getSubcommands().isEmpty()) {
            UnmatchedArgumentException.printSuggestions(failure, command.getErr());
        } else {
            command.getErr()
                    .println("Commands: "
                            + String.join(", ", command.getSubcommands().keySet())
                            + ". A program is run with 'tutti run PROGRAM'.");
        }
        pointToHelp(command);
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns what a user may have meant: another command, or a setting, which stands after the program. */
    private static String meant(ParameterException failure, String[] arguments, CommandLine command) {
        if (arguments.length > 1 && arguments[0].equals("help")) {
            return Suggestion.of(arguments[1], command.getSubcommands().keySet());
        }
        if ("p".equals(failure.getValue())) {
            return "; -np is mpirun's: write -n and the number of members, as in -n 4";
        }
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        String first = unmatched.getUnmatched().getFirst();
        if (first.startsWith("--tutti-")) {
            return "; settings of the job stand after the program's name";
        }
        if (first.startsWith("--") && JobArguments.isSetting(first.substring(2).replaceFirst("=.*", ""))) {
            return "; settings of the job stand after the program's name: --tutti-" + first.substring(2);
        }
        if (first.matches("-[XD].+")) {
            return "; options of the JVMs have -J before them: -J" + first;
        }
        if (command.getSubcommands().isEmpty()) {
            return unmatched.getSuggestions().isEmpty()
                    ? Suggestion.of(first, command.getCommandSpec().optionsMap().keySet())
                    : ""; // they are printed
        }
        return Suggestion.of(first, command.getSubcommands().keySet());
    }

    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult arguments)
            throws Exception {
        if (failure instanceof UsageException usage) {
            complain(command, failure.getMessage());
            if (usage.isOfOptions()) {
                pointToHelp(command);
            }
            return command.getCommandSpec().exitCodeOnInvalidInput();
        }
        if (failure instanceof SiteException) {
            complain(command, failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        }
        throw failure;
    }

    private static void complain(CommandLine command, @Nullable String message) {
        command.getErr().println("tutti: " + message);
    }

    private static void pointToHelp(CommandLine command) {
        PrintWriter err = command.getErr();
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for all options.");
        err.flush();
    }
}
