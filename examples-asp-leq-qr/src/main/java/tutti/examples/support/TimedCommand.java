package tutti.examples.support;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/** The command line of an example whose members make their own input and compute it some times. */
public abstract class TimedCommand extends ProgramCommand {
    @Option(
            names = "--runs",
            paramLabel = "R",
            description = "How often it is computed; the time is that of the fastest run (default: ${DEFAULT-VALUE}).",
            order = 100)
    private int runs = 1;

    @Option(names = "--json", description = "Print JSON instead of lines.", order = 102)
    private boolean json;

    private volatile @Nullable String wrong;

    /** Creates the command; see {@link ProgramCommand}. */
    protected TimedCommand(String program, String... jobArguments) {
        super(program, jobArguments);
    }

    /** Checks the options, and returns what makes the members; called in all processes alike. */
    protected abstract Supplier<ColMember> members(ColGroupMaster master) throws InputException;

    /** Returns how often the members compute. */
    protected final int runs() {
        return runs;
    }

    /** Returns whether JSON is printed, and nothing else. */
    protected final boolean isJson() {
        return json;
    }

    /** Rank 0 has checked the result: it is wrong as this says, or right if null. */
    protected final void checked(@Nullable String fault) {
        wrong = fault;
    }

    @Override
    public final Integer call() {
        try (ColGroupMaster master = master()) {
            try {
                Supplier<ColMember> members = members(master);
                RepeatedRun.check(runs);
                master.start(program(), members);
            } catch (InputException e) {
                return refused(e, master);
            }
        }
        if (wrong != null) {
            complain("wrong: " + wrong);
        }
        return wrong == null ? 0 : WRONG;
    }
}
