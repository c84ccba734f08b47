package tutti.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code tutti doctor}: looks for what keeps jobs from running, and says what helps. */
@Command(
        name = "doctor",
        description = "Looks for what keeps jobs from running here, or over hosts, and says what helps.",
        sortOptions = false,
        footer = {
            "",
            "Each line says ok, note or problem. The exit code is 1 if there is a problem.",
            "",
            "Examples:",
            "  tutti doctor                  this host",
            "  tutti doctor --hosts n1,n2    and whether jobs can run over these"
        })
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private HostOptions hosts;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        List<Finding> findings = new ArrayList<>(HostCheckup.ofThis());
        List<Ssh> others = hosts.all();
        if (!others.isEmpty()) {
            findings.addAll(NetworkCheckup.of(others));
        }
        findings.forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        return findings.stream().anyMatch(finding -> finding.weight() == Finding.Weight.PROBLEM) ? 1 : 0;
    }
}
