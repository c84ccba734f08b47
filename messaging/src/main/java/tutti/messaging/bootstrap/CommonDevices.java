package tutti.messaging.bootstrap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tutti.messaging.proto.DeviceAnswer;
import tutti.messaging.proto.DeviceReport;

/**
 * The devices that all processes of a job have.
 *
 * @param names the best first
 * @param reasons why the others are not among them
 */
public record CommonDevices(List<String> names, List<String> reasons) {
    private static final int MOST_NAMED = 3;

    /** Copies the lists. */
    public CommonDevices {
        names = List.copyOf(names);
        reasons = List.copyOf(reasons);
    }

    static CommonDevices of(DeviceAnswer answer) {
        return new CommonDevices(answer.getNamesList(), answer.getReasonsList());
    }

    DeviceAnswer toAnswer() {
        return DeviceAnswer.newBuilder()
                .addAllNames(names)
                .addAllReasons(reasons)
                .build();
    }

    /** Finds them, given what each process has of the same list, in order of the processes. */
    static CommonDevices among(Collection<DeviceReport> reports) {
        List<String> names = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        DeviceReport first = reports.iterator().next();
        for (int i = 0; i < first.getDevicesCount(); i++) {
            String name = first.getDevices(i).getName();
            String reason = difference(reports, i);
            if (reason.isEmpty()) {
                names.add(name);
            } else {
                reasons.add("device=%s: %s".formatted(name, reason));
            }
        }
        return new CommonDevices(names, reasons);
    }

    /** Returns which processes lack a device, or how theirs differ; empty if all have it. */
    private static String difference(Collection<DeviceReport> reports, int index) {
        SortedMap<String, List<DeviceReport>> lacking = new TreeMap<>();
        SortedMap<String, List<DeviceReport>> having = new TreeMap<>();
        for (DeviceReport report : reports) {
            tutti.messaging.proto.DeviceState state = report.getDevices(index);
            (state.getReady() ? having : lacking)
                    .computeIfAbsent(state.getWords(), words -> new ArrayList<>())
                    .add(report);
        }
        if (lacking.isEmpty() && having.size() == 1) {
            return "";
        }
        return (lacking.isEmpty() ? having : lacking)
                .entrySet().stream()
                        .limit(MOST_NAMED)
                        .map(each -> "%s: %s".formatted(named(each.getValue()), each.getKey()))
                        .collect(Collectors.joining("; "));
    }

    private static String named(List<DeviceReport> reports) {
        DeviceReport first = reports.getFirst();
        String more = reports.size() == 1 ? "" : " and %d more".formatted(reports.size() - 1);
        return "process=%d host=%s%s".formatted(first.getProcess(), first.getHost(), more);
    }
}
