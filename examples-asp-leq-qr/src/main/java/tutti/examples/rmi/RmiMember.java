package tutti.examples.rmi;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/**
 * One member of a program that communicates by remote method invocation only.
 *
 * <p>The job, which starts the JVMs, tells where the registry is, and keeps the registry until all have ended. All else
 * goes through remote objects: the stubs of the others, the input, the work, the result.
 *
 * @param <P> what the program's members offer each other
 */
public abstract class RmiMember<P extends Peer> extends ColMember implements Peer {
    private static final Duration TO_ENROLL = Duration.ofSeconds(60);
    private static final String REGISTERED = "rank-0";

    private int rank, size;
    private List<P> peers = List.of(); // stubs, by rank
    private long communicationNanos;

    private @Nullable Peer[] enrolled = {}; // at rank 0; guarded by this
    private @Nullable Serializable[] results = {}; // at rank 0; guarded by this
    private int atBarrier; // guarded by this
    private int barriers; // guarded by this
    private @Nullable String failure; // guarded by this

    /** A program's remote call. */
    @FunctionalInterface
    protected interface Call {
        /** Makes the call. */
        void make() throws RemoteException;
    }

    /** Makes a member that is in no group. */
    protected RmiMember() {}

    /** Computes, with everything set up. */
    protected abstract void work() throws RemoteException;

    /** Returns this member's rank. */
    protected final int rank() {
        return rank;
    }

    /** Returns the number of members. */
    protected final int size() {
        return size;
    }

    /** Returns the time inside communication. */
    protected final long communicationNanos() {
        return communicationNanos;
    }

    /** Counts the time since a moment as communication. */
    protected final void communicatedSince(long startNanos) {
        communicationNanos += System.nanoTime() - startNanos;
    }

    @Override
    public final void run() {
        ColGroup group = group();
        rank = group.rank(this);
        size = group.size();
        try {
            run(group);
        } catch (IOException | NotBoundException e) {
            throw new IllegalStateException("remote call failed: rank=%d: %s".formatted(rank, e), e);
        }
    }

    private void run(ColGroup group) throws IOException, NotBoundException {
        // communication (rmi set-up) {
        String own = InetAddress.getLocalHost().getHostAddress();
        boolean oneHost = allGather(group, own).stream().distinct().count() == 1;
        Sockets sockets = new Sockets(oneHost ? InetAddress.getLoopbackAddress().getHostAddress() : own);
        enrolled = new Peer[size];
        results = new Serializable[size];
        Peer stub = (Peer) UnicastRemoteObject.exportObject(this, 0, sockets, sockets);
        Registry registry = null;
        try {
            int[] port = new int[1];
            if (rank == 0) {
                registry = LocateRegistry.createRegistry(0, sockets, any -> {
                    ServerSocket socket = sockets.createServerSocket(any);
                    port[0] = socket.getLocalPort();
                    return socket;
                });
                registry.rebind(REGISTERED, stub);
            }
            List<Serializable> place = broadcast(group, List.of(sockets, port[0]), 0);
            Registry found = LocateRegistry.getRegistry(null, (int) place.get(1), (Sockets) place.get(0));
            Peer root = (Peer) found.lookup(REGISTERED);
            peers = stubs(root.enroll(rank, stub));
            // communication }
            try {
                work();
            } catch (RemoteException | RuntimeException | Error e) {
                tellOthers(e);
                throw e;
            }
            barrier(group); // the job's: no call is under way any more
        } finally {
            // communication (rmi set-up) {
            UnicastRemoteObject.unexportObject(this, true);
            if (registry != null) {
                UnicastRemoteObject.unexportObject(registry, true);
            }
            // communication }
        }
    }

    // communication (rmi set-up) {
    @SuppressWarnings("unchecked") // all members are of one class
    private List<P> stubs(List<Peer> all) {
        return (List<P>) all;
    }

    @Override
    public final synchronized List<Peer> enroll(int from, Peer stub) {
        enrolled[from] = stub;
        notifyAll();
        awaitUntil(() -> Arrays.stream(enrolled).allMatch(Objects::nonNull), TO_ENROLL);
        List<Peer> all = new ArrayList<>();
        for (Peer peer : enrolled) {
            all.add(Objects.requireNonNull(peer));
        }
        return all;
    }

    @Override
    public final synchronized void barrier() {
        int mine = barriers;
        if (++atBarrier == size) {
            atBarrier = 0;
            barriers++;
            notifyAll();
        }
        awaitUntil(() -> barriers != mine);
    }

    @Override
    public final synchronized void result(int from, Serializable part) {
        results[from] = part;
        notifyAll();
    }

    /** Waits, at rank 0, for all parts of the result. */
    protected final synchronized List<Serializable> awaitResults() {
        awaitUntil(() -> Arrays.stream(results).allMatch(Objects::nonNull));
        List<Serializable> all = new ArrayList<>();
        for (Serializable part : results) {
            all.add(Objects.requireNonNull(part));
        }
        return all;
    }

    /** Returns the stub of a member. */
    protected final P peer(int of) {
        return peers.get(of);
    }

    @Override
    public final synchronized void fail(String why) {
        if (failure == null) {
            failure = why;
            notifyAll();
        }
    }

    private void tellOthers(Throwable cause) {
        for (P peer : peers) {
            try {
                peer.fail("rank=%d failed: %s".formatted(rank, cause));
            } catch (RemoteException e) {
                cause.addSuppressed(e); // that one is gone, too
            }
        }
    }

    /** Waits, holding this member's lock, until what another thread changes under it is as wished. */
    protected final void awaitUntil(BooleanSupplier condition) {
        awaitUntil(condition, Duration.ofDays(365)); // failures end it sooner
    }

    private synchronized void awaitUntil(BooleanSupplier condition, Duration limit) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long millis = limit.minusNanos(System.nanoTime() - start).toMillis();
            if (millis <= 0) {
                throw new IllegalStateException("no one comes any more: rank=%d limit=%s".formatted(rank, limit));
            }
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted: rank=" + rank, e);
            }
        }
    }

    /** Makes threads that make remote calls, two of which can be under way at a time. */
    protected final ExecutorService callers() {
        return Executors.newFixedThreadPool(
                2, Thread.ofPlatform().daemon().name("rmi-caller-", 0).factory());
    }

    /** Makes a remote call in another thread; if it fails, so does this member. */
    protected final void call(ExecutorService callers, Call call) {
        callers.execute(() -> {
            try {
                call.make();
            } catch (RemoteException | RuntimeException e) {
                fail("a remote call failed: rank=%d: %s".formatted(rank, e));
            }
        });
    }
    // communication }
}
