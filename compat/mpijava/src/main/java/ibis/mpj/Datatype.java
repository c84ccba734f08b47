package ibis.mpj;

import java.util.Arrays;
import java.util.List;

/** What the items of a message are, and where they lie in an array. All numbers are of elements. */
public class Datatype {
    private final mpi.Datatype type;

    Datatype(mpi.Datatype type) {
        this.type = type;
    }

    mpi.Datatype type() {
        return type;
    }

    /** Returns a type for a program's operator: the constant that it knows, if it is one. */
    static Datatype of(mpi.Datatype type, List<Datatype> constants) {
        return constants.stream()
                .filter(constant -> constant.type.equals(type))
                .findFirst()
                .orElseGet(() -> new Datatype(type));
    }

    /** As {@link mpi.Datatype#Contiguous}. */
    public Datatype contiguous(int count) {
        return new Datatype(mpi.Datatype.Contiguous(count, type));
    }

    /** As {@link mpi.Datatype#Vector}. */
    public Datatype vector(int count, int blocklength, int stride) throws MPJException {
        return Calls.call(() -> new Datatype(mpi.Datatype.Vector(count, blocklength, stride, type)));
    }

    /** As {@link mpi.Datatype#Hvector}. */
    public Datatype hvector(int count, int blocklength, int stride) throws MPJException {
        return Calls.call(() -> new Datatype(mpi.Datatype.Hvector(count, blocklength, stride, type)));
    }

    /** As {@link mpi.Datatype#Indexed}. */
    public Datatype indexed(int[] blocklengths, int[] displacements) throws MPJException {
        return Calls.call(() -> new Datatype(mpi.Datatype.Indexed(blocklengths, displacements, type)));
    }

    /** As {@link mpi.Datatype#Hindexed}. */
    public Datatype hindexed(int[] blocklengths, int[] displacements) throws MPJException {
        return Calls.call(() -> new Datatype(mpi.Datatype.Hindexed(blocklengths, displacements, type)));
    }

    /** As {@link mpi.Datatype#Struct}. */
    public static Datatype struct(int[] blocklengths, int[] displacements, Datatype[] types) throws MPJException {
        return Calls.call(() -> {
            mpi.Datatype[] each = Arrays.stream(types).map(Datatype::type).toArray(mpi.Datatype[]::new);
            return new Datatype(mpi.Datatype.Struct(blocklengths, displacements, each));
        });
    }

    /** As {@link mpi.Datatype#Extent}. */
    public int extent() {
        return type.Extent();
    }

    /** As {@link mpi.Datatype#Lb}. */
    public int lb() throws MPJException {
        return Calls.call(type::Lb);
    }

    /** As {@link mpi.Datatype#Ub}. */
    public int ub() throws MPJException {
        return Calls.call(type::Ub);
    }

    /** As {@link mpi.Datatype#Size}. */
    public int size() {
        return type.Size();
    }

    /** As {@link mpi.Datatype#Commit}. */
    public void commit() throws MPJException {
        Calls.run(type::Commit);
    }
}
