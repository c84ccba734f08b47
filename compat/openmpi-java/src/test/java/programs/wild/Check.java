package programs.wild;

/** Ends a program whose results are wrong. */
class Check {
    private Check() {}

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    static void same(int expected, int actual) {
        that(expected == actual, actual + " is not " + expected);
    }
}
