package tutti.examples.qr;

import com.google.gson.Gson;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.Heap;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.RepeatedRun;
import tutti.examples.support.Text;
import tutti.examples.support.TimedCommand;
import tutti.examples.support.Times;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Factorises a matrix in blocks of columns. */
@Command(
        name = "block-qr",
        sortOptions = false,
        description = {
            "Factorises a matrix in blocks of columns, A = Q R, without pivoting: each block is dealt to one member,"
                    + " which makes Householder reflections of it and broadcasts them as one matrix (compact WY); all"
                    + " multiply their columns by it.",
            "--verify multiplies Q R out again, and compares R with EJML's."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:factorised", "1:failed, or the factors are wrong (--verify)", "2:the input cannot be used"})
public final class BlockQrProgram extends TimedCommand {
    private static final int MOST = 46_340; // elements can be counted in an int

    @Option(
            names = "--size",
            paramLabel = "N",
            description =
                    "Factorise a matrix of N * N random numbers, that of the program qr (default: ${DEFAULT-VALUE}).",
            order = 1)
    private int size = 400;

    @Option(
            names = "--block",
            paramLabel = "W",
            description = "Columns of a block (default: ${DEFAULT-VALUE}).",
            order = 2)
    private int width = 32;

    @Option(names = "--verify", description = "Check the factors.", order = 101)
    private boolean verify;

    /** What a run printed as JSON says; the components are its names. */
    private record Run(
            String program,
            int members,
            int jvms,
            int size,
            int block,
            double seconds,
            double waitSlowestSeconds,
            double gigaflopsPerSecond,
            String checksum) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    BlockQrProgram(String... jobArguments) {
        super("block-qr", jobArguments);
    }

    public static void main(String[] args) {
        ProgramCommand.run(new BlockQrProgram(args), args);
    }

    @Override
    protected Supplier<ColMember> members(ColGroupMaster master) throws InputException {
        check();
        return () -> new Member(master);
    }

    private void check() throws InputException {
        if (size < 1 || size > MOST) {
            throw new InputException("--size=%d: a matrix has 1 to %d rows".formatted(size, MOST));
        }
        if (width < 1) {
            throw new InputException("--block=%d: must be 1 or more".formatted(width));
        }
        width = Math.min(width, size);
        Heap.require("--size=" + size + ": the matrix", (verify ? 7.0 : 1.5) * size * size * Double.BYTES);
    }

    private final class Member extends ColMember {
        private final ColGroupMaster master;

        private Member(ColGroupMaster master) {
            this.master = master;
        }

        @Override
        public void run() {
            Communicator world = communicator(group());
            RepeatedRun<BlockQr> run = RepeatedRun.of(
                    world,
                    runs(),
                    () -> new BlockQr(world, size, size, width, j -> CyclicColumns.generatedColumn(size, j)),
                    blocks -> blocks.factorise(verify && world.rank() == 0),
                    BlockQr::waitNanos);
            BlockQr qr = run.last();
            Times times = run.fastest();
            Long checksum = world.reduce(qr.checksum(), Long::sum, 0);
            List<double[][]> parts = verify ? world.gather(qr.part(), 0) : null;
            if (times != null && checksum != null) { // at rank 0
                report(times, "%016x".formatted(checksum));
                if (parts != null) {
                    verify(parts, qr.reflectors());
                }
            }
        }

        private void verify(List<double[][]> parts, List<Reflectors> reflectors) {
            DMatrixRMaj a = new DMatrixRMaj(size, size);
            for (int j = 0; j < size; j++) {
                double[] column = CyclicColumns.generatedColumn(size, j);
                for (int i = 0; i < size; i++) {
                    a.set(i, j, column[i]);
                }
            }
            String wrong = BlockCheck.wrong(a, BlockCheck.whole(parts, size, size, width), reflectors);
            checked(wrong);
            if (wrong == null && !isJson()) {
                out().println("verified: Q R is A, and R is EJML's up to the signs of its rows");
            }
        }

        private void report(Times times, String checksum) {
            double rate = 4.0 / 3 * size * size * size / times.nanos();
            if (isJson()) {
                Run run = new Run(
                        program(),
                        master.numberOfCpus(),
                        master.processes(),
                        size,
                        width,
                        times.nanos() / 1e9,
                        times.communicationNanos() / 1e9,
                        rate,
                        checksum);
                out().println(new Gson().toJson(run));
            } else {
                out().printf("block-qr: %d rows, %d columns, blocks of %d%n", size, size, width);
                out().println(Text.members(master));
                out().println(times.line());
                out().printf(
                                Locale.ROOT,
                                "waited for reflections: %.3f s in the slowest member%n",
                                times.communicationNanos() / 1e9);
                out().printf(Locale.ROOT, "rate: %.2f Gflop/s%n", rate);
                out().println("checksum: " + checksum);
            }
            out().flush();
        }
    }
}
