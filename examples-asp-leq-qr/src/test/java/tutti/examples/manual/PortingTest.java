package tutti.examples.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.MemberGroup;
import tutti.group.Neighborhood;
import tutti.group.NonBlockingWindow;
import tutti.group.PersistentRequest;
import tutti.group.Port;
import tutti.group.ProbedMessage;
import tutti.group.Request;
import tutti.group.SpawnCommand;
import tutti.group.Window;
import tutti.group.file.FileView;
import tutti.group.file.NonBlockingFileView;
import tutti.group.file.ParallelFile;
import tutti.group.file.SharedFileView;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;
import tutti.serialization.Layout;

/** Each call that the manual's tables name exists, with so many parameters. */
class PortingTest {
    private static final List<Class<?>> TYPES = List.of(
            ColMember.class,
            ColGroup.class,
            ColGroupMaster.class,
            Communicator.class,
            Request.class,
            PersistentRequest.class,
            Intercommunicator.class,
            Port.class,
            SpawnCommand.class,
            ProbedMessage.class,
            Window.class,
            NonBlockingWindow.class,
            MemberGroup.class,
            CartesianGrid.class,
            CartesianCommunicator.class,
            Neighborhood.class,
            ParallelFile.class,
            FileView.class,
            NonBlockingFileView.class,
            SharedFileView.class,
            MemberGroup.Range.class,
            Status.class,
            DirectBuffer.class,
            Layout.class,
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
        assertThat(unknown("world.nonBlocking().receive(source)")).isEmpty();
        assertThat(unknown("world.nonBlocking().recv(source)")).isNotEmpty();
        assertThat(unknown("world.withTag(tag).receive()")).isNotEmpty();
        assertThat(unknown("world.withTags(tag).receive(source)")).isNotEmpty();
    }

    /** The list is of MPI's standard, version 3.1. */
    @Test
    void shouldListEveryCallOfChapters3To7() throws IOException {
        List<String> calls;
        try (InputStream list = PortingTest.class.getResourceAsStream("mpi-3.1-calls.txt")) {
            calls = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .map(name -> "MPI_" + name)
                    .toList();
        }
        Set<String> listed = Page.read("porting.md").column("MPI").stream()
                .flatMap(cell -> Page.spans(cell).stream())
                .collect(Collectors.toSet());

        assertThat(calls).hasSize(193).doesNotHaveDuplicates();
        assertThat(listed).containsAll(calls);
    }

    /** A call as it is written: on what, what, and with what. */
    private record Call(String owner, String name, List<String> arguments) {

        /** Returns the last call of a chain of them, or null if a span is none. */
        static Call of(String span) {
            int depth = 0;
            int opening = -1;
            for (int i = span.length() - 1; i >= 0 && opening < 0; i--) {
                depth += span.charAt(i) == ')' ? 1 : span.charAt(i) == '(' ? -1 : 0;
                opening = depth == 0 ? i : -1;
            }
            if (opening <= 0 || !span.endsWith(")")) {
                return null;
            }
            String named = span.substring(span.startsWith("new ") ? 4 : 0, opening);
            int dot = named.lastIndexOf('.');
            return new Call(
                    dot < 0 ? null : named.substring(0, dot),
                    named.substring(dot + 1),
                    PortingTest.arguments(span.substring(opening + 1, span.length() - 1)));
        }
    }

    /** Returns the part of a span that is no call, class or command that there is; empty if all is well. */
    private static String unknown(String span) {
        Call call = Call.of(span);
        if (call == null || isVariable(span)) {
            return isCommand(span) || isType(span) || isVariable(span) ? "" : span;
        }
        return call.arguments().stream()
                .filter(argument -> Call.of(argument) != null)
                .map(PortingTest::unknown)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseGet(() -> exists(call) ? "" : span);
    }

    private static boolean exists(Call call) {
        // new ColGroupMaster(args)
        return FROM_JAVA.contains(call.name())
                || isType(call.name())
                || methods(call).findAny().isPresent();
    }

    private static Stream<Method> methods(Call call) {
        return owners(call.owner()).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getName().equals(call.name()))
                .filter(method -> takes(method, call.arguments().size()));
    }

    /** Returns the types that a call may be made on: of a variable, or of what another call returns. */
    private static Set<Class<?>> owners(String owner) {
        Call before = owner == null ? null : Call.of(owner);
        Stream<? extends Class<?>> types = before == null
                ? TYPES.stream().filter(type -> owner == null ? type == ColMember.class : isCalled(type, owner))
                : methods(before).map(Method::getReturnType);
        return types.collect(Collectors.toSet());
    }

    private static boolean takes(Method method, int parameters) {
        return method.getParameterCount() == parameters || (method.isVarArgs() && parameters >= 1);
    }

    /** Tells whether the pages write so for the type itself or for a variable of it. */
    private static boolean isCalled(Class<?> type, String owner) {
        return switch (owner) {
            case "group" -> type == ColGroup.class;
            case "master" -> type == ColGroupMaster.class;
            case "world" -> type == Communicator.class;
            case "request" -> type == Request.class;
            case "status" -> type == Status.class;
            case "cartesian" -> type == CartesianCommunicator.class;
            case "grid" -> type == CartesianGrid.class || type == CartesianCommunicator.class;
            case "members" -> type == MemberGroup.class;
            case "sides" -> type == Intercommunicator.class;
            case "neighborhood" -> type == Neighborhood.class;
            case "port" -> type == Port.class;
            case "operator" -> type == ReductionObject.class;
            case "layout" -> type == Layout.class;
            case "buffer", "packed" -> type == DirectBuffer.class;
            case "message" -> type == ProbedMessage.class;
            case "window" -> type == Window.class;
            case "file" -> type == ParallelFile.class;
            case "view" -> type == FileView.class;
            case "shared" -> type == SharedFileView.class;
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
        return List.of(
                        "try",
                        "extends ColMember",
                        "java.nio.channels.FileChannel",
                        "new Thread(member).start()",
                        "NO_MEMBER")
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
