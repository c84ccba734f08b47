package tutti.nas;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tutti.nas.cg.Cg;
import tutti.nas.ep.Ep;
import tutti.nas.ft.Ft;
import tutti.nas.is.Is;
import tutti.nas.kernel.Kernel;
import tutti.nas.mg.Mg;

/** All kernels of the suite. */
final class Kernels {

    /** In the order in which they are run. */
    static final List<Kernel> ALL = List.of(new Cg(), new Mg(), new Is(), new Ft(), new Ep());

    private Kernels() {}

    /** Finds a kernel by its name, in which case does not matter. */
    static Optional<Kernel> named(String name) {
        return ALL.stream()
                .filter(kernel -> kernel.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
