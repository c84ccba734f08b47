package tutti.messaging.bootstrap;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.proto.DeviceAnswer;
import tutti.messaging.proto.DeviceReport;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.RefusedCallers;

/**
 * Where the processes of a job meet: process 0 answers all of them when the last has come.
 *
 * <p>A process whose connection breaks while it waits asks again, and is known by its session. If a process does not
 * fit into the job, the job cannot begin: all processes are told which one, and why, also those that come later.
 */
public final class Rendezvous extends JobDeskGrpc.JobDeskImplBase {
    private static final int MAX_NAME = 255; // as in the DNS
    private static final int MAX_PORT = 65_535;

    private final Job job;
    private final JoinCheck check;
    private final DeviceDesk devices;
    private final RefusedCallers refusedCallers;
    private final Map<Integer, Peer> joined = new TreeMap<>(); // guarded by this
    private final Map<Integer, StreamObserver<JoinReply>> waiting = new HashMap<>(); // guarded by this
    private boolean answered; // guarded by this
    private List<Integer> missing = List.of(); // when this gave up; guarded by this
    private @Nullable JoinReply answer; // guarded by this; null as long as the job is not complete
    private @Nullable String misfit; // guarded by this; why the job cannot begin, if a process does not fit
    private final Set<Integer> told = new HashSet<>(); // guarded by this; the processes that know of the misfit
    private final CountDownLatch allTold = new CountDownLatch(1);
    private final CompletableFuture<JoinReply> complete = new CompletableFuture<>();

    /**
     * Makes the desk of a job; the time runs from now.
     *
     * @param settings those that must be the same in all processes
     * @param refusedCallers those that could not prove that they are of the job, for the error's text if it is not
     *     complete
     */
    public Rendezvous(Job job, String codec, SortedMap<String, String> settings, RefusedCallers refusedCallers) {
        this.job = job;
        this.refusedCallers = refusedCallers;
        check = new JoinCheck("process=0", job, codec, settings);
        devices = new DeviceDesk(job);
    }

    /** Completes when every process has joined, or exceptionally with a {@link JoinException}. */
    public CompletableFuture<JoinReply> complete() {
        return complete;
    }

    /** Waits until all processes know which one does not fit, if one does not, but not longer than a limit. */
    public void awaitAllTold(Duration limit) throws InterruptedException {
        synchronized (this) {
            if (misfit == null) {
                return;
            }
        }
        var _ = allTold.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Tells all that wait, and all that still come, why the job cannot begin; too late if it has begun. */
    public void cancel(String why) {
        List<StreamObserver<JoinReply>> refused;
        synchronized (this) {
            if (answered) {
                return;
            }
            answered = true;
            misfit = why;
            told.addAll(waiting.keySet());
            refused = List.copyOf(waiting.values());
            waiting.clear();
        }
        refused.forEach(observer -> refuse(observer, why));
        complete.completeExceptionally(new JoinException(why, null));
        noteAllTold();
    }

    /** Process 0 joins itself; from now on it waits for the others. */
    public void joinSelf(Peer self) {
        String refusal;
        synchronized (this) {
            refusal = misfit != null ? misfit : register(self, null);
        }
        if (refusal != null) {
            refuseAll(self, refusal);
        }
        DeviceDesk.unlessAnswered(complete, job.joinTimeout(), this::giveUp);
        answerIfComplete();
    }

    @Override
    public void join(JoinRequest request, StreamObserver<JoinReply> reply) {
        // also makes an answer to a process that has died meanwhile harmless
        ((ServerCallStreamObserver<JoinReply>) reply).setOnCancelHandler(() -> forget(request.getSelf(), reply));
        String refusal = check(request);
        JoinReply known = null;
        synchronized (this) {
            if (misfit != null) {
                refusal = misfit;
            } else if (refusal == null) {
                refusal = register(request.getSelf(), reply);
            }
            known = answer;
        }
        if (refusal != null) {
            refuse(reply, refusal);
            refuseAll(request.getSelf(), refusal);
        } else if (known != null) {
            answer(reply, known); // once more: the first was lost with a connection
        } else {
            answerIfComplete();
        }
    }

    /** Takes what process 0 itself has of the devices; completes when all processes have reported. */
    CompletableFuture<CommonDevices> compareDevices(DeviceReport own) {
        return devices.report(own);
    }

    @Override
    public void compareDevices(DeviceReport report, StreamObserver<DeviceAnswer> reply) {
        ((ServerCallStreamObserver<DeviceAnswer>) reply).setOnCancelHandler(() -> {}); // as for those that join
        if (!devices.isWellFormed(report)) {
            refuse(
                    reply,
                    "malformed report of devices: process=%d devices=%d; run one version in all processes"
                            .formatted(report.getProcess(), report.getDevicesCount()));
            return;
        }
        var _ = devices.report(report).whenComplete((common, failure) -> {
            if (failure == null) {
                reply.onNext(common.toAnswer());
                reply.onCompleted();
            } else {
                refuse(reply, String.valueOf(failure.getMessage()));
            }
        });
    }

    private static void refuse(StreamObserver<?> reply, String why) {
        reply.onError(Status.FAILED_PRECONDITION.withDescription(why).asRuntimeException());
    }

    /** A process does not fit, and knows it: the job cannot begin, unless it has begun or was given up already. */
    private void refuseAll(Peer refused, String why) {
        List<StreamObserver<JoinReply>> others;
        synchronized (this) {
            if (misfit == null && answered) {
                return;
            }
            answered = true;
            misfit = why;
            told.add(refused.getProcess());
            told.addAll(waiting.keySet());
            others = List.copyOf(waiting.values());
            waiting.clear();
        }
        others.forEach(other -> refuse(other, why));
        complete.completeExceptionally(new JoinException(why, null));
        noteAllTold();
    }

    private synchronized void noteAllTold() {
        if (IntStream.range(1, job.processes()).allMatch(told::contains)) {
            allTold.countDown();
        }
    }

    private synchronized void forget(Peer peer, StreamObserver<JoinReply> reply) {
        if (waiting.remove(peer.getProcess(), reply)) {
            joined.remove(peer.getProcess());
        }
    }

    private @Nullable String check(JoinRequest request) {
        Peer peer = request.getSelf();
        String caller = "process=%d host=%s".formatted(peer.getProcess(), peer.getHost());
        String versions = check.differingVersions(caller, request);
        if (versions != null) {
            return versions;
        }
        if (request.getProcesses() != job.processes()) {
            return "sizes of the job differ: process=%d host=%s was told processes=%d, process=0 was told processes=%d; give all the same TUTTI_SIZE"
                    .formatted(peer.getProcess(), peer.getHost(), request.getProcesses(), job.processes());
        }
        String others = check.differingSettings(caller, request);
        if (others != null) {
            return others;
        }
        if (peer.getProcess() < 0 || peer.getProcess() >= job.processes()) {
            return "process index must lie in [0, %d): process=%d host=%s"
                    .formatted(job.processes(), peer.getProcess(), peer.getHost());
        }
        if (peer.getAddress().isEmpty()
                || peer.getAddress().length() > MAX_NAME
                || peer.getHost().length() > MAX_NAME
                || peer.getPort() < 1
                || peer.getPort() > MAX_PORT
                || peer.getProcessors().size() > HostProcessors.MOST_BYTES) {
            return "malformed request to join: process=%d addressLength=%d hostLength=%d port=%d processorsLength=%d; run one version in all processes"
                    .formatted(
                            peer.getProcess(),
                            peer.getAddress().length(),
                            peer.getHost().length(),
                            peer.getPort(),
                            peer.getProcessors().size());
        }
        return null;
    }

    /** Registers a process and its wish for an answer together, so that the one that completes the job answers it. */
    private synchronized @Nullable String register(Peer peer, @Nullable StreamObserver<JoinReply> reply) {
        Peer other = joined.get(peer.getProcess());
        boolean again = other != null && other.getSession().equals(peer.getSession());
        if (again ? answered && answer == null : other == null && answered) {
            return "job has given up waiting for processes=%s: process=%d host=%s came too late; start all processes together, or wait longer"
                    .formatted(missing, peer.getProcess(), peer.getHost());
        }
        if (other == null || again) {
            joined.put(peer.getProcess(), peer);
            if (reply != null && !answered) {
                waiting.put(peer.getProcess(), reply); // in place of an earlier one, whose connection has broken
            }
            return null;
        }
        return "two processes have the same index: process=%d host=%s pid=%d, and host=%s pid=%d; give each its own TUTTI_RANK, and let each make one ColGroupMaster"
                .formatted(peer.getProcess(), other.getHost(), other.getPid(), peer.getHost(), peer.getPid());
    }

    private void answerIfComplete() {
        List<StreamObserver<JoinReply>> observers;
        JoinReply reply;
        synchronized (this) {
            if (joined.size() < job.processes() || answered) {
                return;
            }
            answered = true;
            reply = JoinReply.newBuilder().addAllPeers(joined.values()).build();
            answer = reply;
            observers = List.copyOf(waiting.values());
            waiting.clear();
        }
        complete.complete(reply);
        observers.forEach(observer -> answer(observer, reply));
    }

    private static void answer(StreamObserver<JoinReply> observer, JoinReply reply) {
        observer.onNext(reply);
        observer.onCompleted();
    }

    private void giveUp() {
        List<StreamObserver<JoinReply>> refused;
        String text;
        synchronized (this) {
            if (answered) {
                return;
            }
            answered = true;
            missing = IntStream.range(0, job.processes())
                    .filter(process -> !joined.containsKey(process))
                    .boxed()
                    .toList();
            List<String> here = joined.values().stream()
                    .map(peer -> peer.getProcess() + "@" + peer.getHost())
                    .toList();
            text =
                    "job is not complete: missing processes=%s, joined=%s of processes=%d, waited=%s%s; were all started, with the same TUTTI_MASTER?"
                            .formatted(missing, here, job.processes(), job.joinTimeout(), refusedCallers.text());
            refused = List.copyOf(waiting.values());
            waiting.clear();
        }
        refused.forEach(observer -> refuse(observer, text));
        complete.completeExceptionally(new JoinException(text, null));
    }
}
