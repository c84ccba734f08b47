package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads the recordings of a job's JVMs. */
final class ProfileReader {
    private final Map<Long, Profile.Group> groups = new LinkedHashMap<>();
    private final Map<String, String> strings = new LinkedHashMap<>(); // so that each is kept once
    private final List<Integer> missing = new ArrayList<>();

    private ProfileReader() {}

    /** Reads what the processes of a job have left in a folder. */
    static Profile read(Path folder, int processes) throws IOException {
        ProfileReader reader = new ProfileReader();
        for (int process = 0; process < processes; process++) {
            Path file = ProfileRecording.file(folder, process);
            if (Files.exists(file) && Files.size(file) > 0) {
                reader.read(file);
            } else {
                reader.missing.add(process);
            }
        }
        return reader.profile();
    }

    private Profile profile() {
        List<Profile.Group> all = new ArrayList<>(groups.values());
        all.forEach(group -> group.calls.sort(Comparator.comparingLong(Profile.Call::start)));
        all.sort(Comparator.comparingLong(group -> -group.ofAll().inside));
        return new Profile(all, missing);
    }

    private void read(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                switch (event.getEventType().getName()) {
                    case ProfileRecording.OPERATION -> addCall(event);
                    case ProfileRecording.TOTALS -> addTotals(event);
                    case ProfileRecording.TRAFFIC -> addTraffic(event);
                    case ProfileRecording.MEMBER ->
                        member(event, event.getString("host"), event.getLong("pid")).size = event.getInt("members");
                    default -> {}
                }
            }
        }
    }

    private void addCall(RecordedEvent event) {
        Profile.Group group = member(event, "", 0);
        group.calls.add(new Profile.Call(
                event.getInt("rank"),
                event.getInt("process"),
                operation(event),
                event.getLong("call"),
                event.getBoolean("collective"),
                event.getBoolean("started"),
                nanos(event.getStartTime()),
                event.getDuration().toNanos(),
                event.getDuration("waited").toNanos(),
                event.getInt("awaited"),
                event.getDuration("awaitedFor").toNanos(),
                event.getInt("standsFor")));
    }

    private void addTotals(RecordedEvent event) {
        Profile.Totals totals = new Profile.Totals();
        totals.calls = event.getLong("calls");
        totals.failures = event.getLong("failures");
        totals.messages = event.getLong("messages");
        totals.bytes = event.getLong("bytes");
        totals.time = event.getDuration("time").toNanos();
        totals.waited = event.getDuration("waited").toNanos();
        totals.inside = event.getBoolean("started") ? totals.waited : totals.time;
        totals.longest = event.getDuration("longest").toNanos();
        member(event, "", 0)
                .totals
                .computeIfAbsent(operation(event), operation -> new LinkedHashMap<>())
                .computeIfAbsent(event.getInt("rank"), rank -> new Profile.Totals())
                .add(totals);
    }

    private void addTraffic(RecordedEvent event) {
        Profile.Group group = group(event);
        Profile.Traffic traffic = group.traffic
                .computeIfAbsent(event.getInt("rank"), sender -> new LinkedHashMap<>())
                .computeIfAbsent(event.getInt("receiver"), receiver -> new Profile.Traffic());
        traffic.messages += event.getLong("messages");
        traffic.bytes += event.getLong("bytes");
        group.size = Math.max(group.size, event.getInt("receiver") + 1);
    }

    private Profile.Group group(RecordedEvent event) {
        return groups.computeIfAbsent(
                event.getLong("groupId"),
                id -> new Profile.Group(known(event.getString("group")), id, new ArrayList<>()));
    }

    /** Notes where a member runs, and returns its group. */
    private Profile.Group member(RecordedEvent event, String host, long pid) {
        Profile.Group group = group(event);
        int rank = event.getInt("rank");
        group.size = Math.max(group.size, rank + 1);
        if (pid > 0 || !group.places.containsKey(rank)) {
            group.places.put(rank, new Profile.Place(event.getInt("process"), host, pid));
        }
        return group;
    }

    /** Names an operation; those that were started are others. */
    private String operation(RecordedEvent event) {
        String name = event.getString("operation");
        return known(event.getBoolean("started") ? "started " + name : name);
    }

    private String known(String text) {
        return strings.computeIfAbsent(text, same -> same);
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
