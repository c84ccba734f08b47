package tutti.group.launch;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of the two APIs of the package {@code mpi}, whose classes have the same names: a program needs one jar. */
public enum MpiApi {
    /** Methods as {@code getRank}. */
    OPEN_MPI("tutti-openmpi-java", "Open MPI's Java bindings", "mpi/Freeable.class"),
    /** Methods as {@code Rank}. */
    MPIJAVA("tutti-mpijava", "MPJ Express or mpiJava", "mpi/User_function.class");

    private static final String PACKAGE = "mpi/";
    private static final Set<String> OTHER_PACKAGES = Set.of("ibis/mpj/", "mpjbuf/"); // of MPIJAVA's jar
    private static final Set<String> COMMON = Set.of("Init", "InitThread", "Finalize");
    private static final Set<String> OF_OBJECTS = Set.of("<init>", "clone", "wait", "notify", "notifyAll", "getClass");

    private final String jar;
    private final String programs;
    private final String ownClass;

    MpiApi(String jar, String programs, String ownClass) {
        this.jar = jar;
        this.programs = programs;
        this.ownClass = ownClass;
    }

    /** Returns the name of the jar, without its version. */
    public String jar() {
        return jar;
    }

    /** Returns the programs that it is for, as an error names them. */
    public String programs() {
        return programs;
    }

    /** Returns the file of a class that the other does not have. */
    public String ownClass() {
        return ownClass;
    }

    /** Returns whether a class uses one of the two. */
    public static boolean isUsedBy(ClassModel type) {
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof ClassEntry used && isOfEither(used.asInternalName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the API whose spelling a class' calls have; null if they do not show it. */
    public static @Nullable MpiApi calledBy(ClassModel type) {
        MpiApi called = null;
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof ClassEntry used && isOfMpijava(used.asInternalName())) {
                return MPIJAVA;
            }
            if (entry instanceof MethodRefEntry call && isTelling(call)) {
                if (Character.isUpperCase(call.name().stringValue().charAt(0))) {
                    return MPIJAVA; // the other has no such name
                }
                called = OPEN_MPI;
            }
        }
        return called;
    }

    private static boolean isOfEither(String internalName) {
        return internalName.startsWith(PACKAGE) || isOfMpijava(internalName);
    }

    private static boolean isOfMpijava(String internalName) {
        return OTHER_PACKAGES.stream().anyMatch(internalName::startsWith);
    }

    private static boolean isTelling(MethodRefEntry call) {
        String owner = call.owner().asInternalName();
        String method = call.name().stringValue();
        return owner.startsWith(PACKAGE)
                && !owner.endsWith("Exception")
                && !COMMON.contains(method)
                && !OF_OBJECTS.contains(method);
    }
}
