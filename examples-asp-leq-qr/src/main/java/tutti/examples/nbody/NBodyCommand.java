package tutti.examples.nbody;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.nbody.Simulation.Settings;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.Text;
import tutti.group.ColGroupMaster;

/** The command line of the program: starts the members, prints and draws the result. */
@Command(
        name = "nbody",
        sortOptions = false,
        description = "Simulates bodies that attract each other, by an octree (Barnes and Hut).",
        footer = {
            "",
            "Example: two clusters meet",
            "  tutti run nbody --scene collision --bodies 20000 --steps 400 --picture collision.png"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:done", "1:failed, or the result is wrong (--verify)", "2:an option cannot be used"})
final class NBodyCommand extends ProgramCommand {
    private static final int MOST_BODIES = 1 << 22; // what exact sums allow
    private static final double MOST_ENERGY_CHANGE = 0.01;
    private static final double MOST_MOMENTUM_CHANGE = 0.01;
    private static final double MOST_FORCE_ERROR = 0.01; // up to an angle of 0.5

    @Option(
            names = "--scene",
            paramLabel = "SCENE",
            description = "What is there at first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Scene scene = Scene.PLUMMER;

    @Option(names = "--bodies", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    private int bodies = 10_000;

    @Option(names = "--steps", paramLabel = "N", description = "Steps in time (default: ${DEFAULT-VALUE}).")
    private int steps = 100;

    @Option(names = "--step", paramLabel = "T", description = "Time of a step (default: ${DEFAULT-VALUE}).")
    private double step = 0.01;

    @Option(
            names = "--theta",
            paramLabel = "ANGLE",
            description = "A cell that looks wider than this is opened (default: ${DEFAULT-VALUE}).")
    private double theta = 0.5;

    @Option(
            names = "--softening",
            paramLabel = "D",
            description = "Distance below which attraction no longer grows (default: ${DEFAULT-VALUE}).")
    private double softening = 0.02;

    @Option(names = "--seed", paramLabel = "S", description = "Other bodies (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--picture", paramLabel = "FILE", description = "Draw the bodies at the end: .png.")
    private @Nullable Path picture;

    @Option(
            names = "--verify",
            description = "Compare the accelerations of 1000 bodies with direct sums, and what should be conserved.")
    private boolean verify;

    @Option(names = "--json", description = "Print the result as JSON, and nothing else.")
    private boolean json;

    /** The result as JSON. */
    private record Run(String program, String scene, int bodies, int steps, int members, int jvms, Outcome outcome) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    NBodyCommand(String... jobArguments) {
        super("nbody", jobArguments);
    }

    @Override
    public Integer call() {
        ColGroupMaster master = master();
        Density density = picture == null ? null : new Density(picture);
        List<NBodyMember> members;
        try (master) {
            try {
                check();
            } catch (InputException e) { // in all processes alike
                return refused(e, master);
            }
            Settings settings = new Settings(scene, bodies, step, theta, softening, seed);
            members = master.start("nbody", () -> new NBodyMember(settings, steps, verify, density));
        } // waits until they are done

        for (NBodyMember member : members) {
            Outcome outcome = member.outcome();
            if (outcome != null) {
                return report(outcome, master, density);
            }
        }
        return 0;
    }

    private void check() throws InputException {
        if (bodies < 1 || bodies > MOST_BODIES) {
            throw new InputException("--bodies=%d: must be 1 to %d".formatted(bodies, MOST_BODIES));
        }
        if (steps < 0) {
            throw new InputException("--steps=%d: must be 0 or more".formatted(steps));
        }
        positive("--step", step);
        positive("--softening", softening);
        positive("--theta", theta);
        if (theta > 1) {
            throw new InputException("--theta=%s: must be at most 1".formatted(theta));
        }
        if (picture != null && !Density.isPossible(picture)) {
            throw new InputException("--picture=%s: name it .png".formatted(picture));
        }
        Path folder = picture == null ? null : picture.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new InputException("--picture=%s: no such folder: %s; create it first".formatted(picture, folder));
        }
    }

    private static void positive(String option, double value) throws InputException {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new InputException("%s=%s: must be greater than 0".formatted(option, value));
        }
    }

    private int report(Outcome outcome, ColGroupMaster master, @Nullable Density density) {
        String wrong = verify ? wrong(outcome) : null;
        PrintWriter out = out();
        if (json) {
            Run run = new Run(
                    program(), scene.toString(), bodies, steps, master.numberOfCpus(), master.processes(), outcome);
            out.println(new GsonBuilder()
                    .serializeSpecialFloatingPointValues()
                    .create()
                    .toJson(run));
            if (wrong != null) {
                complain("wrong: " + wrong);
            }
        } else {
            print(outcome, master, out);
            if (verify) {
                out.println(wrong == null ? verified(outcome) : "wrong: " + wrong);
            }
        }
        out.flush();
        return draw(density) && wrong == null ? 0 : WRONG;
    }

    private void print(Outcome outcome, ColGroupMaster master, PrintWriter out) {
        out.printf("nbody: %d bodies, %s, %d steps%n", bodies, scene.toString(), steps);
        out.println(Text.members(master));
        out.printf(
                Locale.ROOT,
                "time: %.3f s, communication: %.3f s in the slowest member, %.3f s in the mean one%n",
                outcome.seconds(),
                outcome.communicationSlowestSeconds(),
                outcome.communicationMeanSeconds());
        out.printf(
                Locale.ROOT,
                "work: %.0f interactions of a body and step, %.3f times the mean in the busiest member%n",
                outcome.interactions(),
                outcome.mostWork());
        out.printf(
                Locale.ROOT,
                "energy: %.6f, changed by %.1e; momentum: changed by %.1e%n",
                outcome.energy(),
                outcome.energyChange(),
                outcome.momentumChange());
        out.printf("checksum: %s%n", outcome.checksum());
    }

    private @Nullable String wrong(Outcome outcome) {
        double limit = Math.max(1, theta * theta * 4) * MOST_FORCE_ERROR;
        double error = Objects.requireNonNull(outcome.forceError());
        if (!(error < limit)) {
            return "accelerations differ from direct sums by %.2e (root mean square), limit=%s".formatted(error, limit);
        }
        if (!(outcome.energyChange() < MOST_ENERGY_CHANGE)) {
            return "the energy has changed by %.2e, limit=%s; take a shorter --step"
                    .formatted(outcome.energyChange(), MOST_ENERGY_CHANGE);
        }
        if (!(outcome.momentumChange() < MOST_MOMENTUM_CHANGE)) {
            return "the momentum has changed by %.2e, limit=%s; take a smaller --theta"
                    .formatted(outcome.momentumChange(), MOST_MOMENTUM_CHANGE);
        }
        return null;
    }

    private static String verified(Outcome outcome) {
        return String.format(
                Locale.ROOT,
                "verified: accelerations differ from direct sums by %.2f %% (root mean square); energy, momentum and"
                        + " all bodies are there",
                100 * Objects.requireNonNull(outcome.forceError()));
    }

    private boolean draw(@Nullable Density density) {
        if (density != null) {
            try {
                density.write();
            } catch (IOException e) {
                complain("--picture=%s: cannot be written: %s".formatted(picture, e));
                return false;
            }
        }
        return true;
    }
}
