package tutti.messaging.bootstrap;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Job;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.proto.JoinRequest;

/**
 * Compares what a process that wants to join was told with what the process was told that it asks.
 *
 * @param here names the process that is asked
 * @param settings those that must be the same in all processes
 */
record JoinCheck(String here, Job job, String codec, SortedMap<String, String> settings) {

    /** Returns how versions differ, or null. */
    @Nullable
    String differingVersions(String caller, JoinRequest request) {
        if (request.getWireVersion() != FrameFormat.VERSION) {
            return "versions differ: %s wireVersion=%d, %s wireVersion=%d; run one version in all processes"
                    .formatted(caller, request.getWireVersion(), here, FrameFormat.VERSION);
        }
        if (!request.getSoftware().equals(VersionInfo.versions())) {
            return "versions differ: %s [%s], %s [%s]; run one version of Tutti and of Java in all processes"
                    .formatted(caller, request.getSoftware(), here, VersionInfo.versions());
        }
        return null;
    }

    /** Returns how settings differ that must be the same in all processes, or null. */
    @Nullable
    String differingSettings(String caller, JoinRequest request) {
        if (request.getWindowBytes() != job.windowBytes()) {
            return "windows differ: %s windowBytes=%d, %s windowBytes=%d; give all the same TUTTI_WINDOW_BYTES"
                    .formatted(caller, request.getWindowBytes(), here, job.windowBytes());
        }
        if (!request.getCodec().equals(codec)) {
            return "codecs differ: %s codec=[%s], %s codec=[%s]; give all the same codec provider and TUTTI_SERIAL_FILTER"
                    .formatted(caller, request.getCodec(), here, codec);
        }
        if (!request.getAlgorithms().equals(job.algorithms())) {
            List<String> theirs = request.getAlgorithms().lines().toList();
            List<String> ours = job.algorithms().lines().toList();
            return "algorithm tables differ: %s row=[%s], %s row=[%s]; give all the same TUTTI_ALGORITHMS"
                    .formatted(caller, firstNotIn(ours, theirs), here, firstNotIn(theirs, ours));
        }
        List<String> differing = Stream.concat(settings.keySet().stream(), request.getSettingsMap().keySet().stream())
                .distinct()
                .filter(name -> !Objects.equals(
                        settings.get(name), request.getSettingsMap().get(name)))
                .sorted()
                .toList();
        return differing.isEmpty()
                ? null
                : "settings differ: %s %s, %s %s; give all the same %s"
                        .formatted(
                                caller,
                                values(differing, request.getSettingsMap()),
                                here,
                                values(differing, settings),
                                differing.stream().map(JoinCheck::variable).collect(Collectors.joining(", ")));
    }

    private static String values(List<String> names, Map<String, String> settings) {
        return names.stream().map(name -> name + "=" + settings.get(name)).collect(Collectors.joining(" "));
    }

    private static String variable(String setting) {
        return "TUTTI_" + setting.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** Returns the first line that is not the same in others; empty if there are more of those. */
    private static String firstNotIn(List<String> others, List<String> lines) {
        return IntStream.range(0, lines.size())
                .filter(i -> i >= others.size() || !others.get(i).equals(lines.get(i)))
                .mapToObj(lines::get)
                .findFirst()
                .orElse("");
    }
}
