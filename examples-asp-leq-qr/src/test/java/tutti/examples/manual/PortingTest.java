package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Located;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.serialization.DirectBuffer;

/** Each call that the manual's tables name exists, with so many parameters. */
class PortingTest {
    private static final Pattern CALL = Pattern.compile("(?:new )?(?:(\\w+)\\.)?(\\w+)\\((.*)\\)");
    private static final List<Class<?>> TYPES = List.of(
            ColMember.class,
            ColGroup.class,
            ColGroupMaster.class,
            DirectBuffer.class,
            Blocks.class,
            PerRank.class,
            Located.class,
            Reductions.class,
            ReductionObject.class,
            DividableDataObject.class);
    private static final List<String> FROM_JAVA = List.of("Thread");

    @TestFactory
    Stream<DynamicTest> shouldNameCallsThatExist() throws IOException {
        Page porting = Page.read("porting.md");
        Page operations = Page.read("operations.md");
        return Stream.of(
                        porting.column("Tutti"),
                        porting.column("instead"),
                        operations.column("on objects"),
                        operations.column("on buffers"))
                .flatMap(List::stream)
                .filter(cell -> !cell.isEmpty())
                .distinct()
                .map(cell -> DynamicTest.dynamicTest(
                        cell,
                        () -> Page.spans(cell)
                                .forEach(span ->
                                        assertThat(unknown(span)).as(span).isEmpty())));
    }

    @Test
    void shouldNoticeCallsThatDoNotExist() {
        assertThat(unknown("bcast(group, value, root)")).isNotEmpty();
        assertThat(unknown("broadcast(group, value)")).isNotEmpty();
        assertThat(unknown("allReduce(group, DirectBuffer.over(a), Reductions.sum())"))
                .isNotEmpty();
        assertThat(unknown("ReductionObjectInterface")).isNotEmpty();
    }

    /** Returns the part of a span that is no call, class or command that there is; empty if all is well. */
    private static String unknown(String span) {
        Matcher call = CALL.matcher(span);
        if (!call.matches()) {
            return isCommand(span) || isType(span) || isVariable(span) ? "" : span;
        }
        List<String> arguments = arguments(call.group(3));
        return arguments.stream()
                .filter(argument ->
                        argument.contains("(") && CALL.matcher(argument).matches())
                .map(PortingTest::unknown)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseGet(() -> exists(call.group(1), call.group(2), arguments.size()) ? "" : span);
    }

    private static boolean exists(String owner, String name, int parameters) {
        if (FROM_JAVA.contains(name)) {
            return true;
        }
        if (isType(name)) { // new ColGroupMaster(args)
            return true;
        }
        return TYPES.stream()
                .filter(type -> owner == null ? type == ColMember.class : isCalled(type, owner))
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getName().equals(name))
                .anyMatch(method -> takes(method, parameters));
    }

    private static boolean takes(Method method, int parameters) {
        return method.getParameterCount() == parameters || (method.isVarArgs() && parameters >= 1);
    }

    /** Tells whether the pages write so for the type itself or for a variable of it. */
    private static boolean isCalled(Class<?> type, String owner) {
        return switch (owner) {
            case "group" -> type == ColGroup.class;
            case "master" -> type == ColGroupMaster.class;
            default -> type.getSimpleName().equals(owner);
        };
    }

    private static boolean isType(String word) {
        return TYPES.stream().anyMatch(type -> type.getSimpleName().equals(word));
    }

    private static boolean isCommand(String span) {
        return Stream.of("tutti run ", "mpirun ", "java -jar ").anyMatch(span::startsWith);
    }

    private static boolean isVariable(String span) {
        return List.of("try", "extends ColMember", "java.nio.channels.FileChannel", "new Thread(member).start()")
                .contains(span);
    }

    /** Splits at the commas that stand in no parentheses. */
    private static List<String> arguments(String list) {
        if (list.isBlank()) {
            return List.of();
        }
        int depth = 0;
        StringBuilder separated = new StringBuilder();
        for (int i = 0; i < list.length(); i++) {
            char each = list.charAt(i);
            depth += each == '(' ? 1 : each == ')' ? -1 : 0;
            separated.append(each == ',' && depth == 0 ? '\n' : each);
        }
        return separated.toString().lines().map(String::strip).toList();
    }
}
