package tutti.group.launch;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Tells the launcher's code in this JVM which started members have returned, which are those that have not failed.
 *
 * <p>System properties, for the reason that {@link JoinedJob} has.
 */
public final class ReturnedMembers {
    /** System property of the JVMs whose launcher wants to know. */
    public static final String WANTED = "tutti.also-ended";

    private static final String PROPERTY = "tutti.returned.%d.%d";

    private ReturnedMembers() {}

    /** Returns whether the launcher of this JVM wants to know. */
    public static boolean areWanted() {
        return Boolean.getBoolean(WANTED);
    }

    /** Notes that a member begins, perhaps with the rank that another had in an earlier group. */
    public static void started(int rank, int size) {
        System.clearProperty(PROPERTY.formatted(size, rank));
    }

    /** Notes that a member has returned without an exception. */
    public static void returned(int rank, int size) {
        System.setProperty(PROPERTY.formatted(size, rank), "true");
    }

    /** Returns the ranks of those that have returned and were started in groups of a size. */
    public static BitSet ranks(int size) {
        BitSet ranks = new BitSet();
        IntStream.range(0, size)
                .filter(rank -> Boolean.getBoolean(PROPERTY.formatted(size, rank)))
                .forEach(ranks::set);
        return ranks;
    }
}
