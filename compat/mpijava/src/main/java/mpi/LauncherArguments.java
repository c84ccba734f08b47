package mpi;

import java.util.Arrays;
import java.util.Set;

/** What launchers of MPJ Express put in front of a program's arguments. */
final class LauncherArguments {
    private static final Set<String> DEVICES =
            Set.of("niodev", "smpdev", "mxdev", "ibvdev", "native", "multicore", "hybdev");
    private static final int DEVICE = 2; // after the rank and the configuration file
    private static final int COUNT = 3;
    private static final int HYBRID_COUNT = 8;

    private LauncherArguments() {}

    /** Returns the program's own arguments. */
    static String[] without(String[] arguments) {
        if (arguments.length < COUNT || !arguments[0].matches("\\d+") || !DEVICES.contains(arguments[DEVICE])) {
            return arguments;
        }
        int launchers = arguments[DEVICE].equals("hybdev") ? HYBRID_COUNT : COUNT;
        return Arrays.copyOfRange(arguments, Math.min(launchers, arguments.length), arguments.length);
    }
}
