package tutti.group.launch;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.SecretFile;
import tutti.messaging.config.TlsChoice;

/** Which process of which job this is, where process 0 is to be found, and the job's secret. */
final class JobResolver {
    private static final int NOT_SAID = -1;
    private static final int MAX_PORT = 65_535;

    /** Of a process without others: the port is not used. */
    private static final String LOOPBACK = "127.0.0.1:1";

    private JobResolver() {}

    /** Asks the settings and all providers; a job of one process if no one says otherwise. */
    static Job find(Settings settings, JobProviders providers) {
        int rank = rank(settings);
        int size = size(settings);
        String chosen = settings.text("provider");
        ProcessPlacement place = providers.find(told(rank, size), settings.asEnvironment(), chosen);
        if (place == null) {
            if (!JobProviders.ALONE.equals(chosen)) {
                checkAlone(rank, size);
            }
            return alone(settings);
        }
        if (chosen == null && size != NOT_SAID && size != place.processes()) {
            throw new IllegalArgumentException(
                    "sizes of the job differ: TUTTI_SIZE=%d, but this process was started as process=%d of processes=%d; unset TUTTI_SIZE, or set TUTTI_RANK and TUTTI_PROVIDER=settings"
                            .formatted(size, place.process(), place.processes()));
        }
        return place.processes() == 1 ? alone(settings) : withSecret(meeting(place, settings), place, settings);
    }

    /** Throws if the settings say what cannot be of all processes of a job that are started together. */
    static void checkPlace(Settings settings, int processes) {
        int rank = rank(settings);
        int size = size(settings);
        if (processes > 1 && (rank != NOT_SAID || (size != NOT_SAID && size != processes))) {
            throw new IllegalArgumentException(
                    "%s is for a process that is started by hand, but processes=%d start together, each with an index of its own; leave it out"
                            .formatted(settings.said(rank != NOT_SAID ? "rank" : "size"), processes));
        }
        if (settings.text("master") != null) {
            meeting(new ProcessPlacement(0, processes, null, null), settings);
        }
    }

    private static int rank(Settings settings) {
        return settings.number("rank", NOT_SAID, NOT_SAID);
    }

    private static int size(Settings settings) {
        return settings.number("size", NOT_SAID, 1);
    }

    /** A job of one process needs no address and no secret, unless newcomers or other jobs are to find it. */
    private static Job alone(Settings settings) {
        boolean isFound = settings.text("join-port") != null || settings.text("master") != null;
        ProcessPlacement place = new ProcessPlacement(0, 1, LOOPBACK, null);
        return withSecret(isFound ? meeting(place, settings) : Job.alone(), place, settings);
    }

    /** Returns what a process is told that is of no job, and which jobs call. */
    static Job server(Settings settings) {
        ProcessPlacement place = new ProcessPlacement(0, 1, LOOPBACK, null);
        return withSecret(meeting(place, settings), place, settings).withTls(settings.oneOf("tls", TlsChoice.AUTO));
    }

    /** Returns what a process is told that joins a job after its beginning. */
    static Job newcomer(Settings settings) {
        return withSecret(Job.alone(), new ProcessPlacement(0, 1, null, null), settings);
    }

    /** Returns what the settings say, if they say all of it. */
    private static @Nullable ProcessPlacement told(int rank, int size) {
        if (size == NOT_SAID || (rank == NOT_SAID && size > 1)) {
            return null;
        }
        int process = Math.max(rank, 0);
        if (process >= size) {
            throw new IllegalArgumentException(
                    "TUTTI_RANK must lie in [0, TUTTI_SIZE): TUTTI_RANK=%d TUTTI_SIZE=%d".formatted(process, size));
        }
        return new ProcessPlacement(process, size, null, null);
    }

    private static void checkAlone(int rank, int size) {
        if (size > 1) {
            throw new IllegalArgumentException(
                    "process is one of %d but is not told which; set TUTTI_RANK and TUTTI_MASTER (host:port of process 0)"
                            .formatted(size));
        }
        if (rank > 0) {
            throw new IllegalArgumentException(
                    "process is told its rank but not the size of the job: rank=%d; set TUTTI_SIZE and TUTTI_MASTER too"
                            .formatted(rank));
        }
    }

    private static Job meeting(ProcessPlacement place, Settings settings) {
        String set = settings.text("master");
        String master = set != null ? set : place.master();
        if (master == null) {
            throw new IllegalArgumentException(
                    "process is one of %d but is not told where process 0 is: process=%d; set TUTTI_MASTER (host:port of process 0) for all, with mpirun: -x TUTTI_MASTER=host:port"
                            .formatted(place.processes(), place.process()));
        }
        int colon = master.lastIndexOf(':');
        try {
            int port = Integer.parseInt(master.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= MAX_PORT) {
                return Job.of(place.process(), place.processes(), master.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "TUTTI_MASTER must be host:port, with a port in [1, %d]: got=%s".formatted(MAX_PORT, master));
    }

    private static Job withSecret(Job job, ProcessPlacement place, Settings settings) {
        String file = settings.text("secret-file");
        String text = settings.text(Settings.SECRET);
        try {
            if (file != null) {
                return job.withSecret(SecretFile.read(Path.of(file)));
            }
            if (text != null) {
                return job.withSecret(Secret.of(text));
            }
            return place.job() == null ? job : job.withSecret(SecretFile.ofJob(place.job()));
        } catch (IOException | IllegalArgumentException e) {
            String source = file != null
                    ? settings.said("secret-file")
                    : text != null ? settings.said(Settings.SECRET) : "the home folder";
            throw new IllegalArgumentException(
                    "%s gives no secret: process=%d: %s".formatted(source, job.process(), e.getMessage()), e);
        }
    }
}
