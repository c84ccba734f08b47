package tutti.group.launch;

/**
 * Tells the launcher's code in this JVM that the program has made a master, and that it has closed it.
 *
 * <p>A system property, because the launcher's class does not get the master, which the program makes and keeps.
 */
public final class JoinedJob {
    private static final String PROPERTY = "tutti.joined";
    private static final String LEFT = "tutti.left";

    private JoinedJob() {}

    /** Notes that this JVM's program is about to join a job. */
    public static void note() {
        System.setProperty(PROPERTY, "true");
    }

    /** Notes that this JVM's program has closed its master. */
    public static void noteLeft() {
        System.setProperty(LEFT, "true");
    }

    /** Returns whether this JVM's program has closed a master. */
    public static boolean hasLeft() {
        return Boolean.getBoolean(LEFT);
    }

    /** Returns whether this JVM's program has begun to join a job, with or without success. */
    public static boolean isNoted() {
        return Boolean.getBoolean(PROPERTY);
    }
}
