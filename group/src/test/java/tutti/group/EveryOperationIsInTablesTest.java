package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of operations in which a process is killed, and of calls that do not match, have every operation on groups
 * and windows in which a member waits for others.
 *
 * <p>A started or prepared operation makes the same call as the one that waits, so a table may have it in any form.
 */
class EveryOperationIsInTablesTest {
    private static final List<Class<?>> CLASSES = List.of(
            Communicator.class,
            Neighborhood.class,
            CartesianCommunicator.class,
            Intercommunicator.class,
            Window.class,
            ProbedMessage.class);

    /** What no table has, by the reason; a name without a class is one in all classes, with any arguments. */
    private static final Map<String, String> IN_NONE = Map.of(
            "has tests of its own, in which processes are killed",
            "grow replaceLost accept connect spawn shrink",
            "waits for no other member",
            "Window.flushLocal(int) Window.flushLocalAll() ProbedMessage.receive(DirectBuffer)");

    /** What cannot be another call than that of other members, by the reason. */
    private static final Map<String, String> NO_MISMATCH = Map.of(
            "is the same call in another form",
            "Communicator.gather(DividableDataObject,Object,int) Communicator.allGather(DividableDataObject,Object)"
                    + " Communicator.allToAll(DividableDataObject,DividableDataObject)"
                    + " Communicator.reduceScatter(DividableDataObject,ReductionObject) Communicator.duplicate(String)"
                    + " Communicator.split(int,int) splitNone disconnect Neighborhood.of(Communicator,int[],int[])"
                    + " Neighborhood.allGather(DirectBuffer,DirectBuffer,Blocks)"
                    + " Intercommunicator.allGather(DirectBuffer,DirectBuffer)"
                    + " Intercommunicator.allGather(DirectBuffer,DirectBuffer,Blocks)"
                    + " Intercommunicator.allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)"
                    + " Intercommunicator.reduceScatter(DirectBuffer,Blocks,DirectBuffer,ReductionObject)",
            "is a message or an access of one member, or makes a group of some",
            "sendSync sendAsync receive receiveWithStatus probe matchedProbe sendReceive rendezvous create put get"
                + " accumulate getAndAccumulate fetchAndOp fetchAndAdd compareAndSwap flush flushAll lock lockShared"
                + " lockAll unlock unlockAll post start complete await");

    @ParameterizedTest
    @CsvSource({"tutti.group.EveryOperation, false", "tutti.group.MismatchTest$Call, true"})
    void shouldHaveEveryOperation(String table, boolean isOfCommonCalls) throws Exception {
        Set<String> called = calledBy(Class.forName(table));
        Set<String> left = new TreeSet<>(named(IN_NONE));
        if (isOfCommonCalls) {
            left.addAll(named(NO_MISMATCH));
        }
        Set<String> operations = CommunicatingOperations.all().keySet().stream()
                .filter(name -> CLASSES.stream().anyMatch(each -> name.startsWith(each.getSimpleName() + ".")))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(operations)
                .filteredOn(name -> !called.contains(name))
                .as("not in %s, and not called by it", table)
                .allMatch(name -> left.contains(name) || left.contains(PublicOperations.methodOf(name)));
    }

    private static Set<String> named(Map<String, String> reasons) {
        return reasons.values().stream()
                .flatMap(names -> Stream.of(names.split(" ")))
                .collect(Collectors.toSet());
    }

    /** Returns the operations that the code of a class calls, in whatever form, by the names that wait. */
    private static Set<String> calledBy(Class<?> table) throws IOException {
        try (InputStream code = table.getResourceAsStream(table.getName().replaceAll(".*\\.", "") + ".class")) {
            return ClassFile.of().parse(code.readAllBytes()).methods().stream()
                    .flatMap(method -> method.code().stream())
                    .flatMap(body -> body.elementStream())
                    .filter(InvokeInstruction.class::isInstance)
                    .map(InvokeInstruction.class::cast)
                    .map(EveryOperationIsInTablesTest::nameOf)
                    .collect(Collectors.toSet());
        }
    }

    private static String nameOf(InvokeInstruction call) {
        String owner = call.owner().asSymbol().displayName();
        List<String> parameters = call.typeSymbol().parameterList().stream()
                .map(ClassDesc::displayName)
                .toList();
        if (owner.equals("ColMember")) { // has the operations of all groups, each of which comes first
            owner = "Communicator";
            parameters = parameters.stream()
                    .filter(parameter -> !parameter.equals("ColGroup"))
                    .toList();
        }
        String signature = call.name().stringValue() + parameters.stream().collect(Collectors.joining(",", "(", ")"));
        String waiting = owner.replaceFirst("^(NonBlocking|Persistent)", "");
        return CLASSES.stream()
                .filter(each -> each.getSimpleName().equals(waiting))
                .findFirst()
                .map(each -> PublicOperations.nameIn(each, signature))
                .orElse(waiting + "." + signature);
    }
}
