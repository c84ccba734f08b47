package tutti.launcher.shell;

/** A JVM of the shell is gone, so its members and what they knew are. */
final class JvmEndedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JvmEndedException(int index) {
        super("a JVM of the shell has ended: jvm=%d; the shell ends, start it again".formatted(index));
    }
}
