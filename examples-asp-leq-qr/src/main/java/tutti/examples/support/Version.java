package tutti.examples.support;

/** What a program communicates with. */
public enum Version {
    /** Tutti's operations on objects, as in the paper. */
    OBJECTS("Tutti, objects", ""),
    /** Tutti's operations on buffers where there are arrays. */
    BUFFERS("Tutti, buffers", "-buffers"),
    /** Remote method invocation, with trees written by hand. */
    RMI("Java RMI", "-rmi");

    private final String label;
    private final String suffix;

    Version(String label, String suffix) {
        this.label = label;
        this.suffix = suffix;
    }

    /** Returns the name of the group whose members run this version of a program. */
    String group(String program) {
        return program + suffix;
    }

    @Override
    public String toString() {
        return label;
    }
}
