package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.group.Request;

/** Programs that are given as source files: what a user types who has just written one. */
class SourceFileTest {
    private static final String PROGRAM = """
        package my.sums;

        import tutti.collectives.Reductions;
        import tutti.group.ColGroupMaster;
        import tutti.group.ColMember;

        public final class Sum extends ColMember {
            @Override
            public void run() {
                int sum = allReduce(group(), Term.of(group().rank()), Reductions.sum());
                if (group().rank() == 0) {
                    System.out.println("sum=" + sum);
                }
            }

            public static void main(String[] args) {
                try (ColGroupMaster master = new ColGroupMaster(args)) {
                    master.start("sums", Sum::new);
                }
            }
        }
        """;
    private static final String TERM = """
        package my.sums;

        final class Term {
            static int of(int rank) {
                return 10 * rank;
            }
        }
        """;

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void shouldCompileAndRunAFileAndWhatLiesBesideIt() throws Exception {
        Path file = write("my/sums/Sum.java", PROGRAM);
        write("my/sums/Term.java", TERM);
        write("module-info.java", "module sums {}");
        try (Launch launch = Launch.tutti("run", "-n", "3", "--jvms", "2", file.toString())) {
            assertThat(launch.exitCode()).as(String.join("\n", launch.err())).isZero();
            assertThat(launch.out()).containsExactly("[0] sum=30");
        }
        try (var left = Files.walk(folder)) {
            assertThat(left.filter(each -> each.toString().endsWith(".class"))).isEmpty();
        }
    }

    @Test
    void shouldShowWhatTheCompilerSays() throws Exception {
        Path file = write("Sum.java", PROGRAM.replace("package my.sums;", ""));
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err()))
                    .startsWith("tutti: the program does not compile: file=" + file + " errors=1")
                    .contains("Sum.java:10: error: cannot find symbol", "Term.of(group().rank())", "variable Term");
        }
    }

    @Test
    void shouldNameTheImportsThatAreMissing() throws Exception {
        Path file = write("my/sums/Sum.java", PROGRAM.replaceAll("import .*;", ""));
        write("my/sums/Term.java", TERM);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err()))
                    .contains("add to the file: import tutti.collectives.Reductions;"
                            + " import tutti.group.ColGroupMaster; import tutti.group.ColMember;");
        }
    }

    @Test
    void shouldNameTuttisOperationsAndTheResultOfARun() throws Exception {
        Path file = write("Names.java", """
            import tutti.group.*;

            class Names {
                public static void main(String[] args) {
                    try (ColGroupMaster master = new ColGroupMaster(args)) {
                        master.run(world -> {
                            world.barrier();
                        });
                        master.run(world -> {
                            world.Send(1, 0);
                            return world.iallgatherv(2);
                        });
                        master.strat();
                    }
                }
            }

            class Member extends ColMember {
                public void run() {
                    bcast(group(), 1, 0);
                    ownMethod();
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .endsWith(
                            "in Tutti it is: sendAsync or sendSync instead of Send;"
                                    + " nonBlocking().allGather instead of iallgatherv; start instead of strat;"
                                    + " broadcast instead of bcast",
                            "the task of run returns a value: end it with 'return null;' if it has none");
        }
    }

    @Test
    void shouldSayHowAMemberCallsAnOperation() throws Exception {
        Path file = write("Calls.java", """
            import tutti.group.ColMember;
            import tutti.group.Communicator;

            class Calls extends ColMember {
                public void run() throws Exception {
                    Communicator all = world();
                    int last = size() - 1;
                    int left = MPI_Comm_rank() - 1;
                    Iallreduce(1);
                    String text = broadcast("text", last);
                    sendAsync(group(), "text", 1, 99);
                    broadcast(group(), new int[3], 0, last);
                    receive(group(), new int[3], ANY_SOURCE);
                    world.barrier();
                    all.barrier(group());
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .endsWith(
                            "in Tutti it is: communicator(group()) instead of world; group().size() instead of size;"
                                    + " group().rank() instead of MPI_Comm_rank;"
                                    + " communicator(group()).nonBlocking().allReduce instead of Iallreduce",
                            "in a ColMember the group comes first: broadcast(group(), ...); or use a communicator:"
                                    + " communicator(group()).broadcast(...)",
                            "run of a member declares no exception: catch it there, or let 'master.run(world -> ...)'"
                                    + " start the members, whose task may throw any",
                            "a communicator is of one group: leave the group out of its operations",
                            "in a ColMember: Communicator world = communicator(group());",
                            "a tag belongs to a view of the communicator: communicator.withTag(tag).sendAsync(object,"
                                    + " destination)",
                            "add to the file: import static tutti.group.Communicator.*;",
                            "call broadcast as broadcast(group, value, root)");
        }
    }

    @Test
    void shouldNotTellAMemberThatGivesItsGroupToGiveIt() throws Exception {
        Path file = write("Given.java", """
            import tutti.group.ColMember;

            class Given extends ColMember {
                public void run() {
                    sendAsync(group(), "text", 1, 99);
                    allReduce(group(), new int[3], new int[3], tutti.collectives.Reductions.sum());
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err()))
                    .doesNotContain("comes first", "leave the group out")
                    .contains("an array travels as a buffer by DirectBuffer.of(array)");
        }
    }

    @Test
    void shouldSayHowOperationsAreCalled() throws Exception {
        Path file = write("Given.java", """
            import java.util.List;
            import tutti.collectives.Reductions;
            import tutti.group.*;
            class Given extends ColMember {
                record Argument(int value) {}
                @Override
                public void run() {
                    int[] part = scatter(group(), new int[] {1, 2}, 0);
                    sendAsync(group(), "text", 1, 99);
                    group().barrier();
                    System.out.println(receive(group(), 0));
                    long sum = allReduce(group(), 1, Long::sum);
                }
                public static void main(String[] args) {
                    try (ColGroupMaster master = ColGroupMaster.create(args)) {
                        master.start("group", () -> new Argument(4));
                        master.start("group", new Given());
                        master.start("group", 4, Given::new);
                        master.run("group", world -> null);
                    }
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .contains(
                            "in Tutti it is: barrier(group()) or communicator(group()).barrier instead of barrier",
                            "a tag belongs to a view of the communicator: communicator.withTag(tag).sendAsync(object,"
                                    + " destination)",
                            "what is scattered says how it is divided: DividableArray.of(array) or"
                                    + " DividableList.of(list)",
                            "print cannot know the type of what an operation returns: put it into a variable first, as"
                                    + " in String text = receive(...)",
                            "what is reduced and its operator must be of one type, as in allReduce(1L, Long::sum)",
                            "members are of a class that extends ColMember",
                            "start calls a factory for each member: start(\"name\", Program::new), or start(\"name\","
                                    + " () -> new Program(argument))",
                            "start makes as many members as the job has: 'tutti run -n 4' says how many",
                            "run takes no name: run(world -> ...), or run(4, world -> ...) for 4 members",
                            "a program joins its job with 'new ColGroupMaster(args)'");
        }
    }

    @Test
    void shouldSayHowACommunicatorsOperationsAreCalled() throws Exception {
        Path file = write("Called.java", """
            import java.util.List;
            import tutti.collectives.Reductions;
            import tutti.group.*;
            class Called {
                public static void main(String[] args) {
                    try (ColGroupMaster master = new ColGroupMaster(args)) {
                        master.run(world -> {
                            List<Integer> part = world.scatter(List.of(1, 2), 0);
                            world.sendSync("text", 1, 99);
                            Object tagged = world.receive(0, 99);
                            int number = world.allReduce(1, Reductions.SUM);
                            world.reduce(1, 0, Reductions.<Integer>sum());
                            world.gather(1);
                            return null;
                        });
                    }
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .contains(
                            "in Tutti it is: Reductions.sum() instead of SUM",
                            "the root comes last: reduce(value, operator, root)",
                            "call gather as gather(value, root)",
                            "what is scattered says how it is divided: DividableArray.of(array) or"
                                    + " DividableList.of(list)",
                            "a tag belongs to a view of the communicator: communicator.withTag(tag).sendAsync(object,"
                                    + " destination)");
        }
    }

    @Test
    void shouldNameAClassThatIsMistypedAndNoImportOfMpi() throws Exception {
        Path file = write("Names.java", """
            import tutti.group.ColGroupMaster;
            import tutti.group.Comunicator;

            class Names {
                public static void main(String[] args) {
                    try (ColGroupMaster master = new ColGroupMaster(args)) {
                        master.run(world -> System.out.println(world));
                        master.run(2, world -> work(MPI_COMM_WORLD));
                    }
                }
            }
            """);
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err())
                    .endsWith(
                            "in Tutti it is: tutti.group.Communicator instead of Comunicator",
                            "the task of run returns a value: end it with 'return null;' if it has none");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MPI_Comm_rank, rank",
        "getSize, size",
        "allreduce, allReduce",
        "Ibcast, nonBlocking().broadcast",
        "Gatherv, gather",
        "recieve, receive",
        "Get_rank, rank",
        "Exscan, exclusiveScan",
        "dup, duplicate",
        "MPI_Isend, nonBlocking().sendAsync",
        "winCreate, createWindow"
    })
    void shouldKnowWhatIsMeantOfACommunicator(String name, String meant) {
        assertThat(CompileErrors.meant(name, Communicator.class.getName())).contains(meant);
    }

    @Test
    void shouldOnlyNameOperationsThatAreThere() {
        assertThat(CompileErrors.NAMES.values().stream().flatMap(List::stream))
                .isSubsetOf(Stream.of(Communicator.class, Request.class, Reductions.class)
                        .flatMap(type -> Arrays.stream(type.getMethods()))
                        .map(Method::getName)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"waitFor, await", "test, isDone", "canel, cancel"})
    void shouldKnowWhatIsMeantOfARequest(String name, String meant) {
        assertThat(CompileErrors.meant(name, Request.class.getName())).containsExactly(meant);
    }

    @ParameterizedTest
    @CsvSource({"SUM, sum", "add, sum", "MAX, max", "mim, min"})
    void shouldKnowWhatIsMeantOfReductions(String name, String meant) {
        assertThat(CompileErrors.meant(name, Reductions.class.getName())).contains(meant);
    }

    @Test
    void shouldSayNothingOfOtherMethods() {
        assertThat(CompileErrors.meant("ownMethod", null)).isEmpty();
        assertThat(CompileErrors.meant("solveEquations", Communicator.class.getName()))
                .isEmpty();
    }

    @Test
    void shouldRunTheFirstClassThatHasAMain() throws Exception {
        Path file = write("Late.java", """
            record Part(int number) {}

            class Late {
                public static void main(String[] args) {
                    System.out.println(new Part(7));
                }
            }
            """);
        assertThat(SourceFile.of(file.toString()).mainClass()).isEqualTo("Late");
    }

    @Test
    void shouldSuggestAFile() throws Exception {
        write("Sum.java", PROGRAM);
        try (Launch launch = Launch.tutti("run", folder.resolve("Sun.java").toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err().getFirst()).endsWith("did you mean '" + folder.resolve("Sum.java") + "'?");
        }
    }

    @Test
    void shouldNotSuggestAFileOfAnotherName() throws Exception {
        write("Sum.java", PROGRAM);
        try (Launch launch = Launch.tutti("run", folder.resolve("Heat.java").toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(launch.err().getFirst()).endsWith("correct its name, or give a main class");
        }
    }

    @Test
    void shouldShowWhatIsNotJava() throws Exception {
        Path file = write("Sum.java", "class {");
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err()))
                    .contains("does not compile", "Sum.java:1: error: <identifier>")
                    .doesNotContain("--help");
        }
    }

    @Test
    void shouldSayThatThereIsNoClass() throws Exception {
        Path file = write("Sum.java", "// nothing yet\n");
        try (Launch launch = Launch.tutti("run", "-n", "3", file.toString())) {
            assertThat(launch.exitCode()).isEqualTo(2);
            assertThat(String.join("\n", launch.err())).contains("no class in the source file: name=" + file);
        }
    }
}
