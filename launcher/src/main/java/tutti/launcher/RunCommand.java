package tutti.launcher;

import java.io.Console;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.group.launch.ReturnedMembers;

/** The command {@code tutti run}: runs one program as a job on this host. */
@Command(
        name = RunCommand.NAME,
        description = "Runs a program on N members, in one JVM, in several on this host, or on several hosts.",
        sortOptions = false,
        customSynopsis = "tutti run [-n N] [--jvms P] [--hosts HOST,...] [--[no-]tls] [--keep-going] [--join-port"
                + " PORT] [--names HOST:PORT] [--bind-to core|none] [--profile[=DIR]] [--isolate] [-cp PATH]... [-J"
                + " OPTION]... PROGRAM [ARGUMENT...]",
        footer = {
            "",
            "Options come before the program; what follows its name is the program's own.",
            "The exit code is 0 when every JVM's is (with --keep-going: when one JVM's is), else that of the one that",
            "failed first.",
            "",
            "Examples:",
            "  tutti run -n 4 asp                              four members in one JVM",
            "  tutti run -n 4 --jvms 2 asp                     two members in each of two JVMs",
            "  tutti run -n 8 --jvms 4 -cp my.jar my.Main arg  a program of your own",
            "  tutti run -n 4 Main.java                        the same, compiled first",
            "  tutti run -n 4 --hosts n1,n2 asp                one JVM on each of two hosts, by ssh"
        })
final class RunCommand implements Callable<Integer> {
    static final String NAME = "run";

    private static final int LAST_PORT = 65_535;
    private static final int MOST_NAMED = 5;

    static final Pattern ADDRESS = Pattern.compile("\\S+:\\d{1,5}");

    /** JVMs compile methods later than they do alone, and in smaller pieces: see docs/adr/0091 and 0102. */
    private static final List<String> COMPILE_LESS = List.of("-XX:CompileThresholdScaling=2", "-XX:FreqInlineSize=100");

    /** Tells JVMs whose output passes through this one that it goes to a terminal: so programs show their progress. */
    private static final String ON_TERMINAL = "-Dtutti.terminal=true";

    @Option(
            names = {"-n", "--members"},
            paramLabel = "N",
            description = "Members of the whole job (default: the number of processors, here ${DEFAULT-VALUE}).")
    private int members = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--jvms",
            paramLabel = "P",
            description = "JVMs over which the members are spread evenly (default: one, or one on each of the hosts).")
    private @Nullable Integer givenJvms;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private HostOptions hosts;

    @Option(
            names = "--tls",
            negatable = true,
            description = "Encrypt what the JVMs exchange over sockets (default: over hosts, not on one).")
    private @Nullable Boolean tls;

    @Option(
            names = "--keep-going",
            description =
                    "Let the other JVMs continue when one fails or is killed, for programs that shrink their groups;"
                            + " which were lost is told at once and at the end.")
    private boolean keepGoing;

    @Option(
            names = "--join-port",
            paramLabel = "PORT",
            description =
                    "Let JVMs come later, by 'tutti join': the first JVM takes them at this port of this host, the"
                            + " others at the next ones.")
    private @Nullable Integer joinPort;

    @Option(
            names = "--names",
            paramLabel = "HOST:PORT",
            description = "Where 'tutti names' keeps names of ports, by which jobs of this user connect.")
    private @Nullable String names;

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description = "core: give each JVM of a host an equal share of its cores, by taskset; none: let the system"
                    + " choose (default: ${DEFAULT-VALUE}).")
    private BindTo bindTo = BindTo.none;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ProfileOptions profile;

    @Option(
            names = "--isolate",
            description = "For programs written for MPI's Java APIs: run the members in one JVM (or as many as --jvms"
                    + " says), each with static fields of its own. Without it and --jvms, each has a JVM of its own.")
    private boolean isolated;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private JvmOptions jvmOptions;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            description = "A main class, its source file, as Main.java, or the name of a program that a jar offers.")
    private String program = "";

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        List<Ssh> others = hosts.all();
        int jvms = givenJvms != null ? givenJvms : Math.max(1, others.size());
        checkCounts(jvms);
        checkHosts(jvms, others.size());
        checkJoinPort(jvms, !others.isEmpty());
        ClassPath tutti = ClassPath.ofProperty("java.class.path");
        SourceFile.Compiled given =
                SourceFile.compileIfOne(program, jvmOptions.classPath(), tutti, jvmOptions.options());
        ClassPath users = given.users();
        Program asked = Program.find(given.name(), users, ClassPath.ofProperty("tutti.examples"), this::note);
        MpiProgram.Calls calls = MpiProgram.calls(asked);
        Program found = MpiProgram.withApi(asked, calls, this::note);
        boolean isMpi = MpiProgram.isOne(found, calls);
        if (isolated && !isMpi) {
            throw new UsageException(
                    "not a program for an MPI API: --isolate program=%s class-path=%s; leave --isolate out, or name the jars tutti-mpi-core and tutti-openmpi-java (or tutti-mpijava) with --class-path if the program calls MPI"
                            .formatted(program, users));
        }
        if (isMpi && !isolated && givenJvms == null) {
            jvms = members; // such programs keep the state of a rank in static fields
        }
        if (isMpi && !isolated && jvms < members) {
            noteSharedFields(MpiProgram.staticFields(found));
        }
        if (profile.isWanted() && !others.isEmpty()) {
            throw new UsageException(
                    "profiles are made on this host only: --profile and --hosts=%s; leave one out, or record on each host with -J-XX:StartFlightRecording (see docs/profiling.md)"
                            .formatted(others.stream().map(Ssh::host).toList()));
        }
        List<String> options = new ArrayList<>();
        if (others.isEmpty() && jvms > 1 && jvms >= Runtime.getRuntime().availableProcessors()) {
            options.addAll(COMPILE_LESS);
        }
        options.addAll(jvmOptions.options());
        options.addAll(profile.prepare(jvms));
        StartCache cache = StartCache.ofLauncher();
        List<String> cached = others.isEmpty() && !profile.isWanted() && cache.mayPrecede(users)
                ? cache.options(options, System.getenv())
                : List.of();
        ClassPath whole = cached.isEmpty() ? found.classPath().and(tutti) : tutti.and(found.classPath());
        options.addAll(0, cached);
        if (jvms > 1 && !keepGoing) {
            options.add("-D" + ReturnedMembers.WANTED + "=true");
        }
        if (jvms > 1 && isOnTerminal()) {
            options.add(ON_TERMINAL);
        }
        String mainClass = isMpi ? MpiProgram.STARTER : found.mainClass();
        List<String> all = isMpi ? MpiProgram.arguments(found, arguments, isolated) : arguments;
        NewcomerPorts newcomers = new NewcomerPorts(joinPort, null, names);
        JobPlan plan = new JobPlan(members, jvms, bindTo, tls, newcomers, whole, options, mainClass, all);
        SettingsCheck.check(plan.arguments(), jvms, others.isEmpty());
        Site site = others.isEmpty() ? new ThisHost(plan) : new OtherHosts(plan, others);
        int exitCode = new Job(plan, site, keepGoing).run();
        if (exitCode != 0) {
            noteMisplacedOptions(spec.optionsMap().keySet());
        } else if (!spec.commandLine().getParseResult().hasMatchedOption('n')) {
            noteMisplacedOptions(Set.of("-n", "--members", "--jvms"));
        }
        profile.report(command(jvms));
        String loss = StandardOutput.loss();
        if (exitCode == 0 && loss != null) {
            throw new SiteException(loss);
        }
        return exitCode;
    }

    @SuppressWarnings("SystemConsoleNull") // it does return null: JDK 25 is back to the console of JDK 21
    private static boolean isOnTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Says so if the program got what could be an option of this command. */
    private void noteMisplacedOptions(Set<String> options) {
        arguments.stream()
                .map(argument -> argument.split("=", 2)[0])
                .filter(options::contains)
                .findFirst()
                .ifPresent(
                        option -> note(("%s comes after the program's name, so the program got it; if it is meant for"
                                        + " tutti, put it before: tutti run %s … %s")
                                .formatted(option, option, program)));
    }

    /** Says so if ranks of one JVM change the same fields, which would be each rank's own in MPI. */
    private void noteSharedFields(List<String> fields) {
        if (!fields.isEmpty()) {
            note(
                    "ranks of one JVM share the program's static fields: fields=%s%s; add --isolate, which gives each rank its own, or leave --jvms out"
                            .formatted(
                                    fields.subList(0, Math.min(fields.size(), MOST_NAMED)),
                                    fields.size() > MOST_NAMED
                                            ? " and %d more".formatted(fields.size() - MOST_NAMED)
                                            : ""));
        }
    }

    private void note(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("tutti: " + text);
        err.flush();
    }

    /** Returns what was run, as a user would type it, without what does not matter to the program. */
    private String command(int jvms) {
        String start = "tutti run -n %d%s %s".formatted(members, jvms == 1 ? "" : " --jvms " + jvms, program);
        return start + (arguments.isEmpty() ? "" : " " + String.join(" ", arguments));
    }

    private static void checkHosts(int jvms, int hosts) {
        if (hosts > jvms) {
            throw new UsageException("each host needs a JVM: hosts=%d jvms=%d; give --jvms %d or more, or fewer hosts"
                    .formatted(hosts, jvms, hosts));
        }
    }

    private void checkJoinPort(int jvms, boolean overHosts) {
        if (names != null && overHosts) {
            throw new UsageException(
                    "names are for jobs of one host: --names and --hosts; to have them on several, start the processes"
                            + " by hand or by an engine, with TUTTI_NAMES and TUTTI_SECRET_FILE");
        }
        if (names != null && !ADDRESS.matcher(names).matches()) {
            throw new UsageException("not an address: --names=%s; give HOST:PORT, as to tutti names".formatted(names));
        }
        if (joinPort == null) {
            return;
        }
        if (joinPort < 1 || joinPort + jvms - 1 > LAST_PORT) {
            throw new UsageException("each JVM needs a port for newcomers: join-port=%d jvms=%d; give one in [1, %d]"
                    .formatted(joinPort, jvms, LAST_PORT - jvms + 1));
        }
        if (overHosts) {
            throw new UsageException(
                    "newcomers find jobs of one host: --join-port and --hosts; to have them on several, start the"
                            + " processes by hand or by an engine, with TUTTI_JOIN_PORT and TUTTI_SECRET_FILE");
        }
    }

    private void checkCounts(int jvms) {
        if (members < 1) {
            throw new UsageException("a job has at least one member: members=" + members + "; give -n 1 or more");
        }
        if (jvms < 1) {
            throw new UsageException("a job has at least one JVM: jvms=" + jvms + "; give --jvms 1 or more");
        }
        if (jvms > members) {
            throw new UsageException(
                    "each JVM needs a member: members=%d jvms=%d; give -n %d or more, or --jvms %d or less"
                            .formatted(members, jvms, jvms, members));
        }
    }
}
