package tutti.messaging.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The devices that a job may use between hosts, the best first: it takes the first that all its processes have.
 *
 * @param names in lower case, each once; the last is {@link Job#GRPC} or that of a device without which there is no job
 */
public record DeviceList(List<String> names) {
    /** In a setting: the device of the launcher that has started the processes. */
    private static final String AUTO = "auto";

    private static final String MPI = "mpi";

    /** What {@value #AUTO} stands for follows it, so that processes also compare that. */
    private static final String STANDS_FOR = AUTO + ":";

    /** Copies the names. */
    public DeviceList {
        names = List.copyOf(names);
    }

    /** Reads what {@link #textOf} has returned, or {@link Job#GRPC}. */
    public static DeviceList of(String text) {
        List<String> names = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            String name = item.startsWith(STANDS_FOR) ? item.substring(STANDS_FOR.length()) : item;
            if (!names.contains(name)) {
                names.add(name);
            }
            if (name.equals(Job.GRPC)) {
                break; // every process has it
            }
        }
        return new DeviceList(names);
    }

    /**
     * Returns a setting in the form in which processes compare it.
     *
     * @param setting names of devices, with commas between them
     * @param byMpi whether a launcher of MPI has started this process as this one of the job
     * @throws IllegalArgumentException if it is no such list
     */
    public static String textOf(String setting, boolean byMpi) {
        List<String> items = Stream.of(setting.toLowerCase(Locale.ROOT).split(",", -1))
                .map(String::strip)
                .toList();
        int grpc = items.indexOf(Job.GRPC);
        String wrong = null;
        if (items.stream().anyMatch(String::isEmpty)) {
            wrong = "a name is empty";
        } else if (items.stream().distinct().count() < items.size()) {
            wrong = "a name comes twice";
        } else if (grpc >= 0 && grpc < items.size() - 1) {
            wrong = "every process has grpc, so nothing can follow it";
        } else if (items.indexOf(AUTO) > 0) {
            wrong = "auto must be the first";
        } else if (items.stream().anyMatch(item -> !item.matches("[a-z0-9_-]+"))) {
            wrong = "a name has other characters than a to z, 0 to 9, _ and -";
        }
        if (wrong != null) {
            throw new IllegalArgumentException(
                    "must be a device, or several with commas between them, the best first, such as mpi,grpc: got=%s: %s"
                            .formatted(setting, wrong));
        }
        return String.join(
                ",",
                items.stream()
                        .map(item -> item.equals(AUTO) ? STANDS_FOR + (byMpi ? MPI : Job.GRPC) : item)
                        .toList());
    }

    /**
     * Returns what {@link #textOf} has returned as it is in a job that others join later. No launcher of MPI has
     * started all its processes, so {@value #AUTO} stands for {@link Job#GRPC} there, if that follows in the list.
     */
    static String ofLarger(String text) {
        String launcher = STANDS_FOR + MPI + ",";
        return text.startsWith(launcher) && text.endsWith("," + Job.GRPC)
                ? STANDS_FOR + Job.GRPC + "," + text.substring(launcher.length())
                : text;
    }

    /** Returns whether the processes must agree on one of several. */
    public boolean isChoice() {
        return names.size() > 1;
    }
}
