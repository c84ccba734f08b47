package tutti.launcher;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.group.launch.JobArguments;

/** Says what is wrong with the settings of a job, once, before each of its processes would say it. */
public final class SettingsCheck {
    private static final String ARGUMENT = "--tutti-";

    /** Arguments of a process for which the command has options, and how to give those. */
    private static final Map<String, String> OF_COMMAND = Map.of(
            ARGUMENT + "members", "give the number of members by -n before the program",
            ARGUMENT + "size", "give the number of JVMs by --jvms before the program",
            ARGUMENT + "rank", "leave it out");

    private SettingsCheck() {}

    /**
     * Throws if a setting is unknown or has a wrong value, so that the command shows the reason and ends.
     *
     * @param arguments of the program
     * @param processes of the job
     * @param isHere whether the processes run on this host
     */
    public static void check(List<String> arguments, int processes, boolean isHere) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.keySet().removeIf(JobPlan::isOfAnotherJob);
        boolean hasNone = environment.keySet().stream().noneMatch(JobPlan::isSetting)
                && arguments.stream().noneMatch(argument -> argument.startsWith(ARGUMENT));
        if (hasNone) {
            return; // as usual, and loads no class
        }
        for (String argument : arguments) {
            String cure = OF_COMMAND.get(argument.split("=", 2)[0]);
            if (cure != null) {
                throw new UsageException("the command gives each JVM this itself: %s; %s".formatted(argument, cure));
            }
        }
        try {
            JobArguments.check(arguments.toArray(String[]::new), environment, processes, isHere);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
