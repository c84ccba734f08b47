package tutti.group;

import tutti.collectives.ReductionObject;
import tutti.group.window.Counters;
import tutti.group.window.UpdateOperator;
import tutti.group.window.WindowMember;
import tutti.group.window.WindowOperation;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The accesses of a {@link Window} to the memory of its members. */
abstract class WindowAccess {
    /** Combines by taking the origin's element: an {@link #accumulate} with it is a put that is atomic. */
    public static final ReductionObject<DirectBuffer> REPLACE = UpdateOperator.REPLACE;

    /** Combines by leaving the target's element: a {@link #getAndAccumulate} with it is a get that is atomic. */
    public static final ReductionObject<DirectBuffer> NO_OP = UpdateOperator.NO_OP;

    private static final String FETCH_AND_ADD = "fetchAndAdd";

    WindowAccess() {}

    abstract WindowMember member();

    /** Returns the member's endpoint for one operation that begins now. */
    abstract Endpoint begin();

    /** The calling thread acts for the member, in an operation that needs no endpoint. */
    abstract void acts();

    abstract int check(int rank);

    /** Returns the type of the elements that a member exposes. */
    public final ElementType type(int rank) {
        return member().exposed(check(rank)).type();
    }

    /** Returns how many elements a member exposes. */
    public final long length(int rank) {
        return member().exposed(check(rank)).length();
    }

    /**
     * Writes elements into a member's memory.
     *
     * <p>Returns when the source is the caller's again; the elements are there after the next {@link Window#flush}, or
     * the end of the epoch. Not atomic: puts and gets of the same elements at the same time leave any mixture.
     *
     * @param rank of the target
     * @param index of the first element there
     * @param source of the target's type; may be a selection
     */
    public final void put(int rank, long index, DirectBuffer source) {
        run(WindowOperation.put(check(rank), index, Arguments.given("source", source)));
    }

    /**
     * Reads elements of a member's memory; returns when they are here.
     *
     * @param rank of the target
     * @param index of the first element there
     * @param result of the target's type; all its elements are overwritten; may be a selection
     */
    public final void get(int rank, long index, DirectBuffer result) {
        run(WindowOperation.get(check(rank), index, writable(result)));
    }

    /**
     * Combines elements of a member's memory with others, each atomically.
     *
     * <p>Returns as {@link #put} does. Those of one origin on one element are done in the order of calling.
     *
     * @param rank of the target
     * @param index of the first element there
     * @param source of the target's type
     * @param operator {@link #REPLACE}, or one of {@link tutti.collectives.Reductions} that combines single numbers:
     *     the target's element on its left, the source's on its right
     * @throws IllegalArgumentException if the operator is another, or does not combine the type
     */
    public final void accumulate(int rank, long index, DirectBuffer source, ReductionObject<DirectBuffer> operator) {
        int code = code("accumulate", rank, operator, source);
        run(WindowOperation.accumulate(rank, index, source, code));
    }

    /**
     * Combines elements as {@link #accumulate} does, and reads what each was before, in one atomic act; returns when
     * that is here.
     *
     * @param operator as for {@link #accumulate}, or {@link #NO_OP}
     * @param previous of the type and length of the source; all its elements are overwritten
     */
    public final void getAndAccumulate(
            int rank, long index, DirectBuffer source, DirectBuffer previous, ReductionObject<DirectBuffer> operator) {
        run(getAndAccumulate("getAndAccumulate", rank, index, source, previous, operator));
    }

    final WindowOperation getAndAccumulate(
            String name,
            int rank,
            long index,
            DirectBuffer source,
            DirectBuffer previous,
            ReductionObject<DirectBuffer> operator) {
        int code = code(name, rank, operator, source);
        DirectBuffer result = matching(source, writable(previous));
        return WindowOperation.getAndAccumulate(name, rank, index, source, result, code);
    }

    /**
     * Combines one int, long, short or byte with a number, and returns what it was before, in one atomic act.
     *
     * @param operand of the range of the target's type
     * @param operator as for {@link #getAndAccumulate}
     */
    public final long fetchAndOp(int rank, long index, long operand, ReductionObject<DirectBuffer> operator) {
        return fetchAndOp("fetchAndOp", rank, index, operand, operator);
    }

    private long fetchAndOp(String name, int rank, long index, long operand, ReductionObject<DirectBuffer> operator) {
        DirectBuffer source = integer(name, check(rank), operand);
        DirectBuffer previous = Numbers.integer(source.type(), 0);
        run(getAndAccumulate(name, rank, index, source, previous, operator));
        return Numbers.toLong(previous);
    }

    /** Combines one double or float as {@link #fetchAndOp(int, long, long, ReductionObject)} does an integer. */
    public final double fetchAndOp(int rank, long index, double operand, ReductionObject<DirectBuffer> operator) {
        return fetchAndOp("fetchAndOp", rank, index, operand, operator);
    }

    private double fetchAndOp(
            String name, int rank, long index, double operand, ReductionObject<DirectBuffer> operator) {
        DirectBuffer source = decimal(name, check(rank), operand);
        DirectBuffer previous = Numbers.decimal(source.type(), 0);
        run(getAndAccumulate(name, rank, index, source, previous, operator));
        return Numbers.toDouble(previous);
    }

    /**
     * Adds to one int, long, short or byte, and returns what it was before, in one atomic act.
     *
     * @param delta of the range of the target's type; the sum wraps around
     */
    public final long fetchAndAdd(int rank, long index, long delta) {
        acts();
        Counters counters = OperationRecord.isWanted() ? null : member().countersAt(rank, index, delta);
        return counters != null
                ? counters.getAndAdd(index, delta)
                : fetchAndOp(FETCH_AND_ADD, rank, index, delta, tutti.collectives.Reductions.<DirectBuffer>sum());
    }

    /** Adds to one double or float as {@link #fetchAndAdd(int, long, long)} does to an integer. */
    public final double fetchAndAdd(int rank, long index, double delta) {
        return fetchAndOp(FETCH_AND_ADD, rank, index, delta, tutti.collectives.Reductions.<DirectBuffer>sum());
    }

    /**
     * Replaces one int, long, short or byte if it has a value, in one atomic act.
     *
     * @return what it was before: the expected value if it has been replaced
     */
    public final long compareAndSwap(int rank, long index, long expected, long replacement) {
        DirectBuffer known = integer("compareAndSwap", check(rank), expected);
        DirectBuffer updated = integer("compareAndSwap", rank, replacement);
        DirectBuffer previous = Numbers.integer(known.type(), 0);
        compareAndSwap(rank, index, known, updated, previous);
        return Numbers.toLong(previous);
    }

    /**
     * Replaces one element of any type if it has the same bits as another, in one atomic act.
     *
     * @param expected one element
     * @param replacement one element
     * @param previous one element, becomes what it was before
     */
    public final void compareAndSwap(
            int rank, long index, DirectBuffer expected, DirectBuffer replacement, DirectBuffer previous) {
        run(swap(rank, index, expected, replacement, previous));
    }

    final WindowOperation swap(
            int rank, long index, DirectBuffer expected, DirectBuffer replacement, DirectBuffer previous) {
        if (Arguments.given("expected", expected).length() != 1) {
            throw new IllegalArgumentException(
                    "compareAndSwap is of one element: expected=%s, %s; swap one after the other"
                            .formatted(expected.shape(), member().ends(check(rank))));
        }
        matching(expected, Arguments.given("replacement", replacement));
        return WindowOperation.compareAndSwap(
                check(rank), index, expected, replacement, matching(expected, writable(previous)));
    }

    final int code(String name, int rank, ReductionObject<DirectBuffer> operator, DirectBuffer source) {
        check(rank);
        try {
            return UpdateOperator.codeOf(Arguments.given("operator", operator), Arguments.given("source", source));
        } catch (IllegalArgumentException e) {
            throw located(name, rank, e);
        }
    }

    /** Returns a number as an element of the target's type. */
    final DirectBuffer integer(String name, int rank, long value) {
        try {
            return Numbers.integer(type(rank), value);
        } catch (IllegalArgumentException e) {
            throw located(name, rank, e);
        }
    }

    /** Returns a number as an element of the target's type. */
    final DirectBuffer decimal(String name, int rank, double value) {
        try {
            return Numbers.decimal(type(rank), value);
        } catch (IllegalArgumentException e) {
            throw located(name, rank, e);
        }
    }

    /** Lets an error say in which operation it was, and between whom. */
    private IllegalArgumentException located(String name, int rank, IllegalArgumentException e) {
        return new IllegalArgumentException("%s: %s: %s".formatted(name, member().ends(rank), e.getMessage()), e);
    }

    static DirectBuffer writable(DirectBuffer result) {
        return Arguments.given("result", result).requireWritable("result");
    }

    static DirectBuffer matching(DirectBuffer one, DirectBuffer other) {
        if (!one.matches(other)) {
            throw new IllegalArgumentException(
                    "buffers of one operation differ: %s and %s; pass the same type and length"
                            .formatted(one.shape(), other.shape()));
        }
        return other;
    }

    private void run(WindowOperation operation) {
        Endpoint endpoint = begin();
        OperationRecord record = endpoint.record();
        if (record == null) {
            run(endpoint, operation);
            return;
        }
        record.begin(operation.name(), operation.target());
        record.sent(operation.target(), operation.lengthBytes());
        boolean failed = true;
        try {
            run(endpoint, operation);
            failed = false;
        } finally {
            record.end(failed);
        }
    }

    private void run(Endpoint endpoint, WindowOperation operation) {
        if (!member().start(operation)) {
            member().await(endpoint, operation);
        }
    }
}
