package tutti.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import tutti.bench.Samples;
import tutti.report.Comparison.Query;

/** Runs {@code tutti nas} and reads what it prints. */
final class NasKernels {
    private NasKernels() {}

    /** Returns the numbers of members that all kernels can be run with. */
    static List<Integer> members(Scope scope) {
        return scope.speedUpMembers().stream()
                .filter(members -> Integer.bitCount(members) == 1)
                .toList();
    }

    /** Returns the name of the class that is run: the largest one whose kernels take seconds. */
    static String problemClass(Scope scope) {
        return scope.isQuick() ? "S" : "W";
    }

    /** Returns how a kernel's Mop/s come about; one command has those of all numbers of members. */
    static Query operations(Scope scope, String kernel, int members) {
        List<String> command = new ArrayList<>(List.of("nas", kernel, "-n", Words.list(members(scope))));
        command.addAll(List.of("--jvms", Integer.toString(scope.jvms())));
        command.addAll(List.of("--class", problemClass(scope), "--repeat", scope.isQuick() ? "1" : "5"));
        command.addAll(List.of("--format", "json"));
        scope.jvmOptions().forEach(option -> command.add("-J" + option));
        return new Query(
                command,
                answer -> answer.cell(row -> row.get("members").getAsInt() == members, NasKernels::operations));
    }

    private static Cell operations(JsonObject row) {
        Samples seconds = new Samples(row.get("seconds").getAsJsonArray().asList().stream()
                .map(each -> each.getAsDouble())
                .toList());
        double mops = row.get("mops").getAsDouble();
        return seconds.values().size() == 1
                ? Cell.once(mops)
                : Cell.measured(mops, (seconds.max() - seconds.min()) / seconds.median());
    }
}
