package ibis.mpj;

import tutti.mpi.RankJobs;

/** Runs programs on ranks that are threads of this JVM, in one process of a job or in two. */
final class RankJob {
    private RankJob() {}

    /** What a rank does, between init and finish. */
    interface Program {
        void run(Intracomm world) throws Exception, MPJException;
    }

    /** Runs a program on each number of ranks, in one process and in two. */
    static void onEachSize(Program program) {
        onEachSize(1, program);
    }

    /** Runs a program on each number of ranks from the least on, in one process and in two. */
    static void onEachSize(int least, Program program) {
        RankJobs.onEachSize(least, () -> within(program));
    }

    static void run(int processes, int size, Program program) {
        RankJobs.run(processes, size, code -> {}, () -> within(program));
    }

    private static void within(Program program) throws Exception {
        try {
            MPJ.init(new String[0]);
            program.run(MPJ.COMM_WORLD);
            MPJ.finish();
        } catch (MPJException e) {
            throw new IllegalStateException(e);
        }
    }
}
