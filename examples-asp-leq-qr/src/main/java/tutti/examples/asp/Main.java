package tutti.examples.asp;

import java.util.Arrays;
import picocli.CommandLine;

/** Starts the all-pairs shortest paths program; {@link AspCommand} has what Figure 2 of the paper shows. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        String[] own = Arrays.stream(args)
                .filter(argument -> !argument.startsWith("--tutti-"))
                .toArray(String[]::new);
        int exitCode = new CommandLine(new AspCommand(args)).execute(own);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
