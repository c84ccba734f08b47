package tutti.group.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.SimulatedProcess;
import tutti.messaging.Simulation;
import tutti.messaging.bootstrap.Admission;
import tutti.messaging.bootstrap.WaitingCaller;

/** Where newcomers wait at a simulated process; a call and what is said in it take their time. */
final class SimulatedPort implements NewcomerPort {
    private static final long LOOK_PERIOD_NANOS = 20_000_000;

    private final Simulation simulation;
    private final SimulatedProcess process;
    private final List<Call> waiting = new ArrayList<>();
    private @Nullable String otherPort;
    private boolean closed;

    SimulatedPort(Simulation simulation, SimulatedProcess process) {
        this.simulation = simulation;
        this.process = process;
    }

    /** One call of a newcomer, from its beginning to its end. */
    static final class Call implements WaitingCaller {
        private final String caller;
        private final List<Runnable> whenGone = new ArrayList<>();
        private @Nullable Admission admission;
        private @Nullable String sentTo;
        private boolean ended;
        private boolean gone;

        Call(String caller) {
            this.caller = caller;
        }

        @Nullable
        Admission admission() {
            return admission;
        }

        @Nullable
        String sentTo() {
            return sentTo;
        }

        boolean isOver() {
            return ended || gone;
        }

        @Override
        public String named() {
            return caller;
        }

        @Override
        public void admit(Admission given) {
            admission = given;
        }

        @Override
        public void whenGone(Runnable callback) {
            if (gone) {
                callback.run();
            } else {
                whenGone.add(callback);
            }
        }

        @Override
        public void end() {
            ended = true;
        }

        private void lost() {
            gone = true;
            if (!ended) {
                whenGone.forEach(Runnable::run);
            }
        }
    }

    /** Returns whether calls are answered here at all. */
    boolean isReached() {
        return process.isAlive() && !closed;
    }

    /** A newcomer calls. */
    Call call(String caller) {
        Call call = new Call(caller);
        process.post(simulation.delay(), () -> arrived(call));
        return call;
    }

    private void arrived(Call call) {
        if (closed || call.gone) {
            call.end();
        } else if (otherPort != null) {
            sendOn(call, otherPort);
        } else {
            waiting.add(call);
        }
    }

    private static void sendOn(Call call, String port) {
        call.sentTo = port;
        call.end();
    }

    /** The newcomer is gone, or has hung up, which is noticed here later. */
    void hangUp(Call call) {
        process.post(simulation.delay(), () -> {
            waiting.remove(call);
            call.lost();
        });
    }

    /** The process has left its job. */
    void close() {
        closed = true;
        waiting.forEach(Call::end);
        waiting.clear();
    }

    @Override
    public boolean takesNewcomers() {
        return true;
    }

    @Override
    public String address() {
        return "host:" + process.index();
    }

    @Override
    public void sendOn(String port) {
        otherPort = port;
        waiting.forEach(call -> sendOn(call, port));
        waiting.clear();
    }

    @Override
    public void keepCallers() {
        otherPort = null;
    }

    @Override
    public int waiting() {
        return waiting.size();
    }

    @Override
    public List<Call> take(int number, long deadlineNanos, BooleanSupplier wanted) throws InterruptedException {
        while (wanted.getAsBoolean()) {
            if (waiting.size() >= number) {
                List<Call> taken = List.copyOf(waiting.subList(0, number));
                waiting.removeAll(taken);
                return taken;
            }
            if (process.nanoTime() >= deadlineNanos) {
                break;
            }
            process.parkNanos(this, LOOK_PERIOD_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("at the port of process " + process.index());
            }
        }
        return List.of();
    }
}
