package tutti.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tutti.launcher.JobJars.Jar;

/**
 * A host on which JVMs of a job run, when all is there that they need.
 *
 * @param ssh how it is reached
 * @param address by which this host reached it
 * @param java its java command, of the same version as this JVM
 * @param jars its folder of jars
 * @param cores those to which processes there can be bound
 */
record RemoteHost(Ssh ssh, String address, String java, String jars, HostCores cores) {
    /** Lists jars that are not there, or not as they should be. */
    private static final String LOOK = "tutti_jars=\"${XDG_CACHE_HOME:-$HOME/.cache}/tutti/jars\"; if command -v"
        + " sha256sum >/dev/null; then sum=sha256sum; else sum=\"shasum -a 256\"; fi; has() { [ -f \"$tutti_jars/$1\""
        + " ] && [ \"$($sum < \"$tutti_jars/$1\" | cut -c 1-64)\" = \"${1%%/*}\" ]; };";

    private static final String FIND_JAVA = " for java in {own} \"${JAVA_HOME-}/bin/java\" \"$(command -v java)\""
            + " /usr/lib/jvm/*/bin/java; do [ -x \"$java\" ] || continue;"
            + " version=$(\"$java\" -version 2>&1 | sed -n \"s/.* version .\\([0-9]*\\).*/\\1/p\" | head -n 1);"
            + " if [ \"$version\" = {version} ]; then echo \"tutti: java=$java\"; break; fi; done;";

    /** Unpacks beside the folder, and moves what has the right content into it. */
    private static final String TAKE = " umask 077; mkdir -p \"$tutti_jars\" || exit 1; new=$(mktemp -d"
        + " \"$tutti_jars/new-XXXXXX\") || exit 1; trap \"rm -rf \\\"$new\\\"\" EXIT; tar -C \"$new\" -xf - || exit 1;"
        + " for jar in {jars}; do mkdir -p \"$tutti_jars/${jar%%/*}\" && mv -f \"$new/$jar\" \"$tutti_jars/$jar\" &&"
        + " has \"$jar\" || { echo \"not as it was sent: $jar\" >&2; exit 1; }; done";

    /**
     * Looks at a host, and copies the jars that it lacks.
     *
     * @throws SiteException if it can't be reached, or lacks something else
     */
    static RemoteHost prepare(Ssh ssh, List<Jar> jars) throws IOException, InterruptedException {
        Set<String> paths = jars.stream().map(Jar::path).collect(Collectors.toCollection(LinkedHashSet::new));
        Ssh.Answer found = ssh.ask(LOOK
                + " echo \"tutti: connection=$SSH_CONNECTION\"; echo \"tutti: jars=$tutti_jars\";"
                + findJava()
                + HostCores.SCRIPT
                + " for jar in " + Shell.quote(paths) + "; do has \"$jar\" || echo \"tutti: missing=$jar\"; done");
        if (found.exitCode() != 0) {
            throw new SiteException(
                    "cannot reach host=%s: %s; does 'ssh %s true' end without a question? if it asks for a password, 'ssh-copy-id %s' helps"
                            .formatted(ssh.hostName(), found.errors(), ssh.host(), ssh.host()));
        }
        String java = found.only("tutti: java=");
        if (java.isEmpty()) {
            throw new SiteException(
                    "no JDK %d found on host=%s; install one there, as on this host (java.home=%s), or set JAVA_HOME for ssh"
                            .formatted(Runtime.version().feature(), ssh.hostName(), System.getProperty("java.home")));
        }
        String[] connection = found.only("tutti: connection=").split(" ", -1);
        RemoteHost host = new RemoteHost(
                ssh,
                connection.length < 3 ? ssh.hostName() : connection[2],
                java,
                found.only("tutti: jars="),
                HostCores.of(ssh.hostName(), found.only("tutti: taskset="), found.only("tutti: cores=")));
        Set<String> missing = new HashSet<>(found.after("tutti: missing="));
        if (!missing.isEmpty()) {
            host.copy(jars.stream().filter(jar -> missing.contains(jar.path())).toList());
        }
        return host;
    }

    /** Returns a script that prints where a java command of this JVM's version is. */
    static String findJava() {
        return FIND_JAVA
                .replace("{own}", Shell.quote(JobPlan.java().toString()))
                .replace("{version}", Integer.toString(Runtime.version().feature()));
    }

    /** Returns the class path there. */
    String classPath(List<Jar> ofJob) {
        return ofJob.stream().map(jar -> jars + "/" + jar.path()).collect(Collectors.joining(":"));
    }

    private void copy(List<Jar> missing) throws IOException, InterruptedException {
        Path archive = Files.createTempFile("tutti-jars-", ".tar");
        try {
            Tar.write(missing, archive);
            Set<String> paths = missing.stream().map(Jar::path).collect(Collectors.toCollection(LinkedHashSet::new));
            Ssh.Answer answer = ssh.ask(LOOK + TAKE.replace("{jars}", Shell.quote(paths)), archive.toFile());
            if (answer.exitCode() != 0) {
                throw new SiteException(
                        "cannot copy jars to host=%s folder=%s jars=%d bytes=%d: %s; is there space, and may you write there?"
                                .formatted(ssh.hostName(), jars, missing.size(), Files.size(archive), answer.errors()));
            }
        } finally {
            Files.deleteIfExists(archive);
        }
    }
}
