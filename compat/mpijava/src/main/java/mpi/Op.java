package mpi;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.Memory;
import tutti.mpi.MessageObjects;
import tutti.mpi.MpiFailure;
import tutti.mpi.Operators;
import tutti.mpi.PairOperator;
import tutti.mpi.Reduction;
import tutti.mpi.TypeMap;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * An operator of reductions.
 *
 * <p>Operands are combined in the order of ranks, also where an operator is said to commute.
 */
public class Op {
    private final String name;
    private final @Nullable User_function function;
    private volatile boolean freed;

    /** Makes an operator of a function. */
    public Op(User_function function, boolean commute) throws MPIException {
        this.function = State.call("Op", () -> Given.of(function, ErrorClass.ARG, "the function"));
        name = function.getClass().getName();
    }

    /** Makes an operator of a function; the code of MPJ Express' own operators does not matter. */
    public Op(User_function function, boolean commute, int opCode) throws MPIException {
        this(function, commute);
    }

    /** Makes a predefined one. */
    Op(String name) {
        this.name = name;
        function = null;
    }

    /** Allows no further use of an operator that the program has made. */
    public void free() throws MPIException {
        State.call("Op.free", () -> {
            if (function == null) {
                throw new MpiFailure(ErrorClass.OP, "a predefined operator is not freed: MPI." + name);
            }
            freed = true;
            return true;
        });
    }

    private void checkUsable() {
        if (freed) {
            throw new MpiFailure(ErrorClass.OP, "operator was freed: op=" + name);
        }
    }

    private MpiFailure unfit(Datatype type) {
        return new MpiFailure(
                ErrorClass.OP,
                "operator does not take this datatype: op=%s datatype=%s; MINLOC and MAXLOC take pairs, logical and bitwise operators no floating point, none objects; make an Op of a User_function for others"
                        .formatted(name, type));
    }

    /** Returns an operator that a program has passed. */
    static Op given(@Nullable Op op) {
        return Given.of(op, ErrorClass.OP, "the operator; pass one such as MPI.SUM");
    }

    /** Returns how this combines items of a type of primitives. */
    Reduction on(Datatype type) {
        checkUsable();
        TypeMap map = Datatype.given(type).map();
        if (function != null) {
            return new Reduction(new OnItems(function, type, map), map, null);
        }
        ElementType base = map.base();
        if (name.equals("MINLOC") || name.equals("MAXLOC")) {
            if (map.size() != 2L * base.elementBytes() || base == ElementType.BOOLEAN) {
                throw unfit(type);
            }
            return new Reduction(new PairOperator(base, base, name.equals("MINLOC")), map, null);
        }
        ReductionObject<DirectBuffer> operator = Operators.valueOf(name).on(base);
        if (operator == null || !map.isContiguous()) {
            throw unfit(type);
        }
        return new Reduction(operator, map, base);
    }

    /** Returns how this combines messages of objects. */
    ReductionObject<Object> onObjects(Datatype type) {
        checkUsable();
        if (function == null) {
            throw unfit(type);
        }
        return new OnObjects(function, type, type.map());
    }

    private static void call(User_function function, Object in, Object inOut, int offset, int count, Datatype type) {
        try {
            function.Call(in, offset, inOut, offset, count, type);
        } catch (RuntimeException e) {
            throw MpiFailure.ofOperator(function, e);
        }
    }

    /** Calls a program's function with arrays in which operands lie as items do. */
    private record OnItems(User_function function, Datatype type, TypeMap map)
            implements ReductionObject<DirectBuffer> {

        @Override
        public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
            int count = map.size() == 0 ? 0 : Math.toIntExact(right.length() / map.size());
            int offset = Laid.offset(map);
            Object in = laidOut(left, count, offset);
            Object inOut = laidOut(right, count, offset);
            call(function, in, inOut, offset, count, type);
            right.copyFrom(view(inOut, count, offset));
            return right;
        }

        private Object laidOut(DirectBuffer operand, int count, int offset) {
            Object array = map.base().newArray(Laid.length(map, count));
            view(array, count, offset).copyFrom(operand);
            return array;
        }

        private DirectBuffer view(Object array, int count, int offset) {
            return Memory.of(array).view(map, (long) offset * map.base().elementBytes(), count);
        }
    }

    /** Calls a program's function with arrays of objects. */
    private record OnObjects(User_function function, Datatype type, TypeMap map) implements ReductionObject<Object> {

        @Override
        public Object reduce(Object left, Object right) {
            @Nullable Object[] operand = MessageObjects.incoming(right);
            int count = map.size() == 0 ? 0 : Math.toIntExact(operand.length / map.size());
            int offset = Laid.offset(map);
            Object in = new Object[Laid.length(map, count)];
            new Items(in, offset, count, type).take(left);
            Object inOut = new Object[Laid.length(map, count)];
            Items result = new Items(inOut, offset, count, type);
            result.take(right);
            call(function, in, inOut, offset, count, type);
            return result.outgoing();
        }
    }

    /** How large an array must be to hold items. */
    private static final class Laid {
        /** Returns where the first item goes, so that none begins before the array. */
        static int offset(TypeMap map) {
            long first = Math.min(map.lowerBound(), map.trueLowerBound());
            return Math.toIntExact(Math.max(0, -first) / map.base().elementBytes());
        }

        static int length(TypeMap map, int count) {
            if (count == 0) {
                return 0;
            }
            long end = Math.max(map.upperBound(), map.trueLowerBound() + map.trueExtent()) + (count - 1) * map.extent();
            return offset(map) + Math.toIntExact(end / map.base().elementBytes());
        }
    }

    @Override
    public String toString() {
        return "Op[" + name + "]";
    }
}
