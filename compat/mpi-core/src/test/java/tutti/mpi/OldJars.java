package tutti.mpi;

import static java.util.Map.entry;

import java.util.Map;

/** The jars that programs were compiled against, as their lists of members have them. */
public final class OldJars {
    /** Ibis' spelling of mpiJava's API. */
    public static final ApiList IBIS = ApiList.of("ibis.mpj", "ibis-mpj-api.txt");

    private static final String DATA = "public final class Data extends Struct.Data";

    /** Of MPJ Express, with what mpiJava has beyond it. */
    public static final OldJar MPJ_EXPRESS = new OldJar(
            ApiList.of("mpi", "mpijava-api.txt"),
            Map.ofEntries(
                    entry("Intracomm", "public class Intracomm extends Comm"),
                    entry("Intercomm", "public class Intercomm extends Comm"),
                    entry("Cartcomm", "public class Cartcomm extends Intracomm"),
                    entry("Graphcomm", "public class Graphcomm extends Intracomm"),
                    entry("Prequest", "public class Prequest extends Request"),
                    entry("User_function", "public abstract class User_function"),
                    entry("MPIException", "public class MPIException extends RuntimeException"),
                    entry("Errhandler", "public class Errhandler")));

    /** Of Open MPI's Java bindings. */
    public static final OldJar OPEN_MPI = new OldJar(
            ApiList.of("mpi", "openmpi-java-api.txt"),
            Map.ofEntries(
                    entry("Freeable", "public interface Freeable"),
                    entry("Comm", "public class Comm implements Freeable, Cloneable"),
                    entry("Intracomm", "public class Intracomm extends Comm"),
                    entry("Intercomm", "public final class Intercomm extends Comm"),
                    entry("CartComm", "public final class CartComm extends Intracomm"),
                    entry("GraphComm", "public final class GraphComm extends Intracomm"),
                    entry("Group", "public final class Group implements Freeable"),
                    entry("Datatype", "public final class Datatype implements Freeable, Cloneable"),
                    entry("Op", "public final class Op implements Freeable"),
                    entry("Request", "public class Request implements Freeable"),
                    entry("Prequest", "public final class Prequest extends Request"),
                    entry("Info", "public final class Info implements Freeable, Cloneable"),
                    entry("Win", "public final class Win implements Freeable"),
                    entry("Count", "public final class Count implements Comparable"),
                    entry("UserFunction", "public abstract class UserFunction"),
                    entry("MPIException", "public final class MPIException extends Exception"),
                    entry("Errhandler", "public final class Errhandler"),
                    entry("Struct", "public abstract class Struct"),
                    entry("Struct$Data", "public abstract class Data"),
                    entry("Int2", struct("Int2")),
                    entry("ShortInt", struct("ShortInt")),
                    entry("LongInt", struct("LongInt")),
                    entry("FloatInt", struct("FloatInt")),
                    entry("DoubleInt", struct("DoubleInt")),
                    entry("Int2$Data", DATA),
                    entry("ShortInt$Data", DATA),
                    entry("LongInt$Data", DATA),
                    entry("FloatInt$Data", DATA),
                    entry("DoubleInt$Data", DATA)));

    private OldJars() {}

    private static String struct(String name) {
        return "public abstract class %s extends Struct".formatted(name);
    }
}
