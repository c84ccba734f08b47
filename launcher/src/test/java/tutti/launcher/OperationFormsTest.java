package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls with other arguments than an operation takes: what helps, by what the compiler says. */
class OperationFormsTest {

    /** A member whose work is one statement. */
    private static final class Program extends SimpleJavaFileObject {
        private final String statement;

        Program(String statement) {
            super(URI.create("string:///P.java"), Kind.SOURCE);
            this.statement = statement;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return """
                import java.util.List;
                import tutti.collectives.Reductions;
                import tutti.group.ColMember;
                import tutti.group.Communicator;

                class P extends ColMember {
                    public void run() {
                        Communicator world = communicator(group());
                        %s;
                    }
                }
                """.formatted(statement);
        }
    }

    private static List<String> cures(String statement) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-d", System.getProperty("java.io.tmpdir"));
        assertThat(compiler.getTask(null, null, errors, options, null, List.of(new Program(statement)))
                        .call())
                .isFalse();
        assertThat(errors.getDiagnostics())
                .isNotEmpty()
                .allSatisfy(
                        error -> assertThat(error.getMessage(Locale.ENGLISH)).isNotEmpty());
        return OperationForms.cures(List.copyOf(errors.getDiagnostics()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        world.broadcast(0, "x")                      | broadcast as broadcast(value, root)
        int[] x = broadcast(group(), 0, new int[3])  | broadcast as broadcast(group, value, root)
        world.sendAsync(1, "x")                      | sendAsync as sendAsync(value, destination)
        world.sendAsync("x")                         | sendAsync as sendAsync(value, destination)
        sendSync(group(), 1, new int[2])             | sendSync as sendSync(group, value, destination)
        List<String> l = world.gather(0, "x")        | gather as gather(value, root)
        List<Integer> l = world.gather(1)            | gather as gather(value, root)
        String s = receive(group())                  | receive as receive(group, source), where the source may be ANY_SOURCE
        String s = world.receive()                   | receive as receive(source), where the source may be ANY_SOURCE
        long[] l = world.allToAll(new long[4])       | allToAll as allToAll(list), with an element for each member
        int s = world.allReduce(1)                   | allReduce as allReduce(value, operator)
        int s = world.reduce(1, Reductions.sum())    | reduce as reduce(value, operator, root)
        int s = allReduce(group(), 1)                | allReduce as allReduce(group, value, operator)
        world.barrier(0)                             | barrier as barrier()
        """)
    void shouldShowTheForm(String statement, String form) {
        assertThat(cures(statement)).containsExactly("call " + form);
    }

    @Test
    void shouldSayNothingWhereAnotherLineHelpsOrTheErrorIsAboutSomethingElse() {
        assertThat(cures("barrier()")).isEmpty(); // the group comes first
        assertThat(cures("world.barrier(group())")).isEmpty(); // a communicator is of one group
        assertThat(cures("world.scatter(new int[4], 0)")).isEmpty(); // how it is divided
        assertThat(cures("int x = \"one\"")).isEmpty();
        assertThat(cures("world.broadcast(\"x\", \"0\" + 1, 2)")).hasSize(1);
        assertThat(cures("String x = world.allReduce(1, Integer::sum)")).isEmpty();
    }
}
