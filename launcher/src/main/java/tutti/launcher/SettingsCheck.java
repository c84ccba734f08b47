package tutti.launcher;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.group.launch.JobArguments;

/** Says what is wrong with the settings of a job, once, before each of its processes would say it. */
public final class SettingsCheck {
    private static final String ARGUMENT = "--tutti-";

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
        try {
            JobArguments.check(arguments.toArray(String[]::new), environment, processes, isHere);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
