package tutti.mpi;

/**
 * The error classes of MPI (MPI 4.1, section 9.4), in the order of the standard: {@link #number} is what C programs see
 * in most implementations.
 */
public enum ErrorClass {
    BUFFER(1),
    COUNT(2),
    TYPE(3),
    TAG(4),
    COMM(5),
    RANK(6),
    REQUEST(7),
    ROOT(8),
    GROUP(9),
    OP(10),
    TOPOLOGY(11),
    DIMS(12),
    ARG(13),
    UNKNOWN(14),
    TRUNCATE(15),
    OTHER(16),
    INTERN(17),
    IN_STATUS(18),
    PENDING(19),
    ACCESS(20),
    AMODE(21),
    ASSERT(22),
    BAD_FILE(23),
    BASE(24),
    CONVERSION(25),
    DISP(26),
    DUP_DATAREP(27),
    FILE_EXISTS(28),
    FILE_IN_USE(29),
    FILE(30),
    INFO_KEY(31),
    INFO_NOKEY(32),
    INFO_VALUE(33),
    INFO(34),
    IO(35),
    KEYVAL(36),
    LOCKTYPE(37),
    NAME(38),
    NO_MEM(39),
    NOT_SAME(40),
    NO_SPACE(41),
    NO_SUCH_FILE(42),
    PORT(43),
    QUOTA(44),
    READ_ONLY(45),
    RMA_CONFLICT(46),
    RMA_SYNC(47),
    SERVICE(48),
    SIZE(49),
    SPAWN(50),
    UNSUPPORTED_DATAREP(51),
    UNSUPPORTED_OPERATION(52),
    WIN(53),
    PROC_ABORTED(74);

    private final int number;

    ErrorClass(int number) {
        this.number = number;
    }

    /** Returns the class as a number, at least 1. */
    public int number() {
        return number;
    }

    /** Returns the name in MPI, as {@code ERR_TRUNCATE}. */
    @Override
    public String toString() {
        return "ERR_" + name();
    }
}
