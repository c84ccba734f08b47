package tutti.bench;

/** What arrived is not what was sent. */
final class WrongDataException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongDataException(String message) {
        super(message);
    }

    static WrongDataException at(int index, long expected, long actual) {
        return new WrongDataException(
                "wrong data arrived: index=%d expected=%d actual=%d".formatted(index, expected, actual));
    }

    static WrongDataException ofLength(int expected, int actual) {
        return new WrongDataException(
                "wrong data arrived: expected length=%d actual length=%d".formatted(expected, actual));
    }
}
