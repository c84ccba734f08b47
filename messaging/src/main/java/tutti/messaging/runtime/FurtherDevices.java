package tutti.messaging.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.messaging.JoinException;
import tutti.messaging.bootstrap.CommonDevices;
import tutti.messaging.bootstrap.DeviceState;
import tutti.messaging.config.DeviceList;
import tutti.messaging.config.Job;
import tutti.messaging.device.DeviceContext;
import tutti.messaging.device.DeviceProvider;
import tutti.messaging.device.WiredDevice;

/**
 * What a process has of the devices that its job may use besides gRPC, and the choice of one by all processes.
 *
 * <p>If the setting names one device, a process without it does not fit into the job. If it names several, the
 * processes compare what they have when all have joined, and again when the best that all have has begun. Used by the
 * thread that joins.
 */
final class FurtherDevices {
    private static final System.Logger LOG = System.getLogger(FurtherDevices.class.getName());

    private final Job job;
    private final DeviceList list;
    private final List<Further> all; // in the order of the list, without gRPC

    /** One of them, in this process. */
    private static final class Further {
        private final String name;
        private @Nullable DeviceProvider provider;
        private @Nullable WiredDevice device; // if it is prepared, until another is chosen
        private String words = "";
        private @Nullable JoinException failure; // why this process cannot have it

        Further(String name) {
            this.name = name;
        }

        void lack(JoinException why) {
            failure = why;
            words = String.valueOf(why.getMessage());
        }

        DeviceState state() {
            return new DeviceState(name, failure == null, words);
        }
    }

    /** How processes compare what they have. */
    interface Comparison {
        /** Returns what all processes have, each of which calls this as often, with rounds that count from 0. */
        CommonDevices compare(int round, List<DeviceState> states);
    }

    private FurtherDevices(Job job) {
        this.job = job;
        list = DeviceList.of(job.device());
        all = list.names().stream()
                .filter(name -> !name.equals(Job.GRPC))
                .map(Further::new)
                .toList();
    }

    /** Finds what this process has. Waits for no other process. */
    static FurtherDevices prepare(Job job) {
        FurtherDevices devices = new FurtherDevices(job);
        devices.all.forEach(each -> prepare(each, job));
        return devices;
    }

    private static void prepare(Further further, Job job) {
        try {
            DeviceProvider provider = provider(further.name);
            further.words = provider.prepare(job.process(), job.processes());
            further.provider = provider;
        } catch (JoinException e) {
            further.lack(e);
        }
    }

    private static DeviceProvider provider(String name) {
        SortedMap<String, DeviceProvider> known = new TreeMap<>();
        ServiceLoader.load(DeviceProvider.class, DeviceProvider.class.getClassLoader())
                .forEach(each -> known.put(each.name(), each));
        DeviceProvider provider = known.get(name);
        if (provider == null) {
            throw new JoinException(
                    "no such device on the class path: device=%s there: %s; add the jar that has it (mpi: tutti-device-mpi), or leave the setting out"
                            .formatted(
                                    name,
                                    known.isEmpty() ? Job.GRPC : Job.GRPC + ", " + String.join(", ", known.keySet())),
                    null);
        }
        return provider;
    }

    /**
     * Returns the job with what processes compare when they join: with the only device that is named, what this process
     * has of it, or lacks.
     */
    Job job() {
        return list.isChoice() || all.isEmpty()
                ? job
                : job.withDevice("%s (%s)".formatted(job.device(), all.getFirst().words));
    }

    /** Makes those that are prepared; before they begin, they only accept offers. */
    List<WiredDevice> open(DeviceContext context) {
        List<WiredDevice> opened = new ArrayList<>();
        for (Further each : all) {
            if (each.provider != null) {
                each.device = each.provider.open(context);
                opened.add(each.device);
            }
        }
        return opened;
    }

    /**
     * Begins the device that the job uses, together with the other processes.
     *
     * @param limit how long to wait for them
     * @return the devices that are not used, which are closed
     * @throws JoinException if there is none that all processes have
     */
    List<WiredDevice> begin(Comparison comparison, Duration limit) {
        String chosen =
                list.isChoice() ? choose(comparison, limit) : list.names().getFirst();
        List<WiredDevice> unused = new ArrayList<>();
        for (Further each : all) {
            if (each.name.equals(chosen)) {
                requireBegun(each, list.isChoice(), limit);
            } else if (each.device != null) {
                each.device.close();
                unused.add(each.device);
            }
        }
        return unused;
    }

    private static void requireBegun(Further further, boolean hasBegun, Duration limit) {
        if (!hasBegun) {
            tryToBegin(further, limit);
        }
        if (further.failure != null) {
            throw further.failure;
        }
    }

    private static void tryToBegin(Further further, Duration limit) {
        if (further.device != null) {
            try {
                further.device.begin(limit);
            } catch (JoinException e) {
                further.lack(e);
            }
        }
    }

    /** Returns the name of the first device that has begun in all processes, or of gRPC. */
    private String choose(Comparison comparison, Duration limit) {
        String begun = "";
        for (int round = 0; ; round++) {
            CommonDevices common = comparison.compare(round, states());
            if (common.names().isEmpty()) {
                throw new JoinException(
                        "the processes have no device in common: device=%s: %s; give all what one of them needs, or end the list with grpc"
                                .formatted(job.device(), String.join("; ", common.reasons())),
                        null);
            }
            String best = common.names().getFirst();
            if (best.equals(begun) || best.equals(Job.GRPC)) {
                tell(best, common);
                return best;
            }
            all.stream().filter(each -> each.name.equals(best)).forEach(each -> tryToBegin(each, limit));
            begun = best;
        }
    }

    private List<DeviceState> states() {
        List<DeviceState> states =
                new ArrayList<>(all.stream().map(Further::state).toList());
        if (list.names().getLast().equals(Job.GRPC)) {
            states.add(new DeviceState(Job.GRPC, true, ""));
        }
        return states;
    }

    private void tell(String chosen, CommonDevices common) {
        if (job.process() == 0 && !chosen.equals(list.names().getFirst())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "messages between hosts go through %s, as the setting device=%s allows: %s"
                            .formatted(chosen, job.device(), String.join("; ", common.reasons())));
        }
    }
}
