package tutti.bench;

/**
 * One write of a matrix in order, and one of all members together; the components are the names in JSON.
 *
 * @param inOrderSeconds of one channel
 * @param togetherSeconds of the members
 * @param inOrderProcessorSeconds of the JVM while the channel wrote, which other programs change little
 * @param togetherProcessorSeconds the same of the members
 */
record MatrixFileTurn(
        int turn,
        double inOrderSeconds,
        double togetherSeconds,
        double inOrderProcessorSeconds,
        double togetherProcessorSeconds) {

    /** Returns this as {@link #of} reads it. */
    String line() {
        return "%d %s %s %s %s"
                .formatted(turn, inOrderSeconds, togetherSeconds, inOrderProcessorSeconds, togetherProcessorSeconds);
    }

    /** Returns what {@link #line} has written. */
    static MatrixFileTurn of(String line) {
        String[] words = line.split(" ", 5);
        return new MatrixFileTurn(
                Integer.parseInt(words[0]),
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]));
    }

    double ratio() {
        return togetherSeconds / inOrderSeconds;
    }
}
