package mpi;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The old jar, as far as compilers see it: classes with the listed methods and fields, which do nothing. */
final class Stubs {
    private static final Map<String, String> PARENTS = Map.of(
            "Intracomm", "Comm",
            "Intercomm", "Comm",
            "Cartcomm", "Intracomm",
            "Graphcomm", "Intracomm",
            "Prequest", "Request",
            "MPIException", "RuntimeException");
    private static final List<String> WITHOUT_MEMBERS = List.of("Errhandler", "ShiftParms", "CartParms");
    private static final String METHOD = "(static )?([\\w\\[\\]]+) (\\w+)\\((.*)\\)( throws)?";
    private static final String CONSTRUCTOR = "new (\\w+)\\((.*)\\)( throws)?";

    private Stubs() {}

    /** Compiles a program against classes that are made of a list, in the format of Java 8; leaves the program only. */
    static void compile(List<String> list, Path program, Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Map<String, List<String>> members = list.stream()
                .collect(groupingBy(line -> line.substring(0, line.indexOf(':')), TreeMap::new, Collectors.toList()));
        WITHOUT_MEMBERS.forEach(name -> members.putIfAbsent(name, List.of()));
        List<Path> files = new ArrayList<>(List.of(program));
        for (Map.Entry<String, List<String>> stub : members.entrySet()) {
            Path file = sources.resolve(stub.getKey() + ".java");
            files.add(Files.writeString(file, source(stub.getKey(), stub.getValue())));
        }
        Path buffer = sources.resolve("Buffer.java");
        files.add(Files.writeString(buffer, "package mpjbuf; public class Buffer {}"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "--release", "8", "-cp", folder.toString(), "-d", "" + classes);
            if (!compiler.getTask(errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call()) {
                throw new AssertionError(errors);
            }
        }
        try (Stream<Path> old = Files.list(classes.resolve("mpi"))) {
            for (Path stub : old.toList()) {
                Files.delete(stub);
            }
        }
    }

    private static String source(String name, List<String> lines) {
        StringBuilder text = new StringBuilder("package mpi; import java.nio.ByteBuffer; import mpjbuf.Buffer;\n");
        text.append("public class ").append(name);
        text.append(PARENTS.containsKey(name) ? " extends " + PARENTS.get(name) : "")
                .append(" {\n");
        boolean hasEmptyConstructor = false;
        boolean hasConstructor = false;
        for (String line : lines) {
            String member = line.substring(name.length() + 2);
            hasEmptyConstructor |= member.startsWith("new %s()".formatted(name));
            hasConstructor |= member.startsWith("new ");
            text.append("  public ").append(declaration(name, member)).append('\n');
        }
        if (hasConstructor && !hasEmptyConstructor) {
            text.append("  protected ").append(name).append("() {}\n");
        }
        return text.append("}\n").toString();
    }

    private static String declaration(String className, String member) {
        if (member.startsWith("field ")) {
            return (className.equals("MPI") ? "static " : "") + member.substring("field ".length()) + ";";
        }
        if (member.matches(CONSTRUCTOR)) {
            return "%s(%s) {}".formatted(className, parameters(member.replaceAll(CONSTRUCTOR, "$2")));
        }
        return "%s%s %s(%s)%s { throw new Error(); }"
                .formatted(
                        member.startsWith("static ") ? "static " : "",
                        member.replaceAll(METHOD, "$2"),
                        member.replaceAll(METHOD, "$3"),
                        parameters(member.replaceAll(METHOD, "$4")),
                        member.endsWith(" throws") ? " throws MPIException" : "");
    }

    private static String parameters(String types) {
        String[] each = types.isEmpty() ? new String[0] : types.split(",");
        return IntStream.range(0, each.length).mapToObj(i -> each[i] + " a" + i).collect(joining(", "));
    }
}
