package tutti.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a run are started.
 *
 * @param jvms JVMs of Tutti's job
 * @param virtualThreads whether Tutti's members get virtual threads
 * @param jvmOptions options of every JVM, of peers too
 * @param settings of Tutti's job, as NAME=VALUE
 * @param bindTo what the processes of a host are bound to, {@code core} or {@code none}; null: each system does as by
 *     default
 * @param load busy threads beside the jobs
 * @param fresh whether each iteration writes what it sends, and reads what it has received
 */
record Setup(
        Transport transport,
        int members,
        int jvms,
        PayloadKind payload,
        boolean virtualThreads,
        List<String> jvmOptions,
        List<String> settings,
        @Nullable String bindTo,
        int load,
        boolean fresh) {

    /** Returns the same with other settings of Tutti's job. */
    Setup withSettings(List<String> newSettings) {
        return new Setup(
                transport, members, jvms, payload, virtualThreads, jvmOptions, newSettings, bindTo, load, fresh);
    }
}
