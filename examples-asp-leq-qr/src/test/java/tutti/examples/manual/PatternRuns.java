package tutti.examples.manual;

/** Runs patterns one after the other in this JVM, each on four members. */
final class PatternRuns {
    /** What is printed before each, followed by its name and the end of the line. */
    static final String NEXT = "\f";

    private PatternRuns() {}

    public static void main(String[] patterns) throws ReflectiveOperationException {
        for (String pattern : patterns) {
            System.out.println(NEXT + pattern);
            Class.forName("tutti.examples.patterns." + pattern)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {"--tutti-members=4"});
        }
    }
}
