package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.Window;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.Memory;
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
public final class Op implements Freeable {
    private final String name;
    private final @Nullable UserFunction function;
    private final boolean commute;
    private volatile boolean freed;

    /** Makes an operator of a function; of null it is one that was freed. */
    public Op(@Nullable UserFunction function, boolean commute) {
        this.function = function;
        this.commute = commute;
        name = function == null ? "null" : function.getClass().getName();
        freed = function == null;
    }

    /** Makes a predefined one. */
    Op(String name) {
        this.name = name;
        function = null;
        commute = true;
    }

    /** Returns what was said when it was made; true for those of MPI. */
    public boolean isCommutative() {
        return commute;
    }

    @Override
    public void free() throws MPIException {
        State.run("Op.free", () -> {
            checkUsable();
            if (function == null) {
                throw new MpiFailure(ErrorClass.OP, "a predefined operator is not freed: " + name);
            }
            freed = true;
        });
    }

    /** Returns whether it was freed, or made of null. */
    public boolean isNull() {
        return freed;
    }

    private void checkUsable() {
        if (freed) {
            throw new MpiFailure(ErrorClass.OP, "operator is null: it was freed, or made of null: op=" + name);
        }
    }

    /** Returns an operator that a program has passed. */
    static Op given(@Nullable Op op) {
        return Given.of(op, ErrorClass.OP, "the operator; pass one such as MPI.SUM");
    }

    /** Returns how this combines items of a type. */
    Reduction on(Datatype type) {
        TypeMap map = Datatype.usable(type);
        checkUsable();
        if (function != null) {
            return new Reduction(new Calling(function, type, map), map, null);
        }
        return switch (name) {
            case "MINLOC", "MAXLOC" -> {
                if (type.kind() != Datatype.Kind.PAIR) {
                    throw unfit(type);
                }
                yield new Reduction(
                        new PairOperator(type.pairValue(), ElementType.INT, name.equals("MINLOC")), map, null);
            }
            case "REPLACE", "NO_OP" -> throw unfit(type);
            default -> elementwise(type, map);
        };
    }

    /** Returns how this combines elements in a window; programs' operators do not exist at the target. */
    ReductionObject<DirectBuffer> inWindow(Datatype type) {
        checkUsable();
        if (function != null || name.endsWith("LOC")) {
            throw new MpiFailure(
                    ErrorClass.OP, "a window takes MPI's operators on single elements only: op=%s".formatted(name));
        }
        return switch (name) {
            case "REPLACE" -> Window.REPLACE;
            case "NO_OP" -> Window.NO_OP;
            default -> {
                ReductionObject<DirectBuffer> operator =
                        Operators.valueOf(name).on(Datatype.usable(type).base());
                if (operator == null) {
                    throw unfit(type);
                }
                yield operator;
            }
        };
    }

    private Reduction elementwise(Datatype type, TypeMap map) {
        boolean isComplex = type.kind() == Datatype.Kind.COMPLEX;
        if (isComplex && name.equals("PROD")) {
            return new Reduction(Reductions.complexProduct(), map, map.base());
        }
        ReductionObject<DirectBuffer> operator = Operators.valueOf(name).on(map.base());
        boolean fits = type.kind() == Datatype.Kind.BASIC || (isComplex && name.equals("SUM"));
        if (!fits || operator == null) {
            throw unfit(type);
        }
        return new Reduction(operator, map, map.base());
    }

    private MpiFailure unfit(Datatype type) {
        return new MpiFailure(
                ErrorClass.OP,
                "operator does not take this datatype: op=%s datatype=%s; MPI's operators take MPI's types, MINLOC and MAXLOC pairs; make an Op of a UserFunction for others"
                        .formatted(name, type));
    }

    /** Calls a program's function with operands that lie as items do. */
    private record Calling(UserFunction function, Datatype type, TypeMap map) implements ReductionObject<DirectBuffer> {

        @Override
        public DirectBuffer reduce(DirectBuffer left, DirectBuffer right) {
            int count = map.size() == 0 ? 0 : Math.toIntExact(right.length() / map.size());
            ByteBuffer in = laidOut(left, count);
            ByteBuffer inOut = laidOut(right, count);
            try {
                if (map.base() == ElementType.BOOLEAN) {
                    Object inVec = OperandArrays.arrayOf(in, map.base());
                    Object inOutVec = OperandArrays.arrayOf(inOut, map.base());
                    function.call(inVec, inOutVec, count, type);
                    OperandArrays.put(inOutVec, inOut);
                } else {
                    function.call(in, inOut, count, type);
                }
            } catch (MPIException | RuntimeException e) {
                throw MpiFailure.ofOperator(function, e);
            }
            right.copyFrom(Memory.of(inOut).view(map.as(ElementType.BYTE), 0, count));
            return right;
        }

        private ByteBuffer laidOut(DirectBuffer operand, int count) {
            long bytes = count == 0
                    ? 0
                    : Math.max(map.upperBound(), map.trueLowerBound() + map.trueExtent()) + (count - 1) * map.extent();
            ByteBuffer items = ByteBuffer.allocateDirect(Math.toIntExact(Math.max(bytes, count * map.extent())))
                    .order(ByteOrder.nativeOrder());
            Memory.of(items).view(map.as(ElementType.BYTE), 0, count).copyFrom(operand);
            return items;
        }
    }

    @Override
    public String toString() {
        return "Op[" + name + "]";
    }
}
