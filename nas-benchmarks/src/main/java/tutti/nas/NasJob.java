package tutti.nas;

import java.util.List;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.JoinException;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;

/** Main class of the JVMs in which kernels are run; rank 0 prints an {@link OutcomeLine} for each repeat. */
final class NasJob {
    private NasJob() {}

    /** Takes what {@link #arguments} returned, and arguments of {@link ColGroupMaster}. */
    public static void main(String[] arguments) {
        String[] own = ColGroupMaster.programArguments(arguments);
        Kernel kernel = Kernels.named(own[0]).orElseThrow();
        ProblemClass problemClass = ProblemClass.valueOf(own[1]);
        int repeats = Integer.parseInt(own[2]);
        try (ColGroupMaster master = new ColGroupMaster(arguments)) {
            master.run(world -> {
                for (int repeat = 0; repeat < repeats; repeat++) {
                    print(kernel.run(world, problemClass), world);
                }
                return null;
            });
        } catch (JoinException e) { // mpirun, unlike tutti run, would show where it was thrown
            System.err.println("tutti: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void print(Outcome outcome, Communicator world) {
        if (world.rank() == 0) {
            System.out.println(OutcomeLine.of(outcome));
        }
    }

    static List<String> arguments(NasRun run) {
        return List.of(run.kernel().name(), run.problemClass().name(), Integer.toString(run.repeats()));
    }
}
