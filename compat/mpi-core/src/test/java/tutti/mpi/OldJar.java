package tutti.mpi;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The jar that programs were compiled against, as far as compilers see it: classes of the package {@code mpi} with the
 * listed members, which do nothing.
 *
 * @param api what they have
 * @param headers what stands before a class' body, where that is not {@code public class} and its name
 */
public record OldJar(ApiList api, Map<String, String> headers) {
    private static final Pattern METHOD = Pattern.compile("(static )?([\\w\\[\\]]+) (\\w+)\\((.*)\\)( throws)?");
    private static final Pattern CONSTRUCTOR = Pattern.compile("new (\\w+)\\((.*)\\)( throws)?");
    private static final String NESTED = "$Data";
    private static final Set<String> OF_CLASSES = Set.of("MPI", "Comm", "Win", "Group"); // whose fields are constants
    private static final String BUFFER = "mpjbuf/Buffer";

    /** Compiles programs to class files of Java 8 in a folder, which gets no class of the old jar. */
    public void compile(Path folder, Path... programs) throws IOException {
        Path stubs = Files.createTempDirectory("tutti-old-jar");
        compileItself(stubs);
        compile(List.of(programs), folder, stubs + File.pathSeparator + StartedJvm.CLASS_PATH);
        delete(stubs);
    }

    /** Compiles the classes of the old jar itself to a folder. */
    public void compileItself(Path folder) throws IOException {
        Path sources = Files.createTempDirectory("tutti-old-jar-sources");
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> stub : sources().entrySet()) {
            Path file = sources.resolve(stub.getKey() + ".java");
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            files.add(Files.writeString(file, stub.getValue()));
        }
        compile(files, folder, "");
        delete(sources);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void compile(List<Path> files, Path classes, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-Xlint:-options", "--release", "8", "-cp", classPath, "-d", "" + classes);
            boolean done = compiler.getTask(
                            errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!done) {
                throw new AssertionError(errors);
            }
        }
    }

    /** Returns the source of each class of the old jar by its path. */
    private Map<String, String> sources() {
        Map<String, List<String>> members = new TreeMap<>();
        headers.keySet().forEach(name -> members.put(name, new ArrayList<>()));
        for (String line : api.lines()) {
            int colon = line.indexOf(':');
            members.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 2));
        }
        Map<String, String> sources = new TreeMap<>();
        sources.put(BUFFER, "package mpjbuf; public class Buffer {}");
        boolean hasOldBuffers = api.lines().stream().anyMatch(line -> line.contains("Object,int,int,Datatype,Buffer"));
        members.keySet().stream().filter(name -> !name.endsWith(NESTED)).forEach(name -> {
            List<String> nested = members.getOrDefault(name + NESTED, List.of());
            String inner = nested.isEmpty() ? "" : body("Data", header(name + NESTED, "Data"), nested);
            sources.put(
                    "mpi/" + name,
                    "package mpi; import java.nio.*; import %s;\n"
                                    .formatted(hasOldBuffers ? "mpjbuf.Buffer" : "java.nio.Buffer")
                            + body(name, header(name, name), members.get(name)).replaceFirst("\\}\\s*$", inner + "}"));
        });
        return sources;
    }

    private String header(String key, String name) {
        return headers.getOrDefault(key, "public class " + name);
    }

    private static String body(String name, String header, List<String> members) {
        StringBuilder text = new StringBuilder(header).append(" {\n");
        boolean isInterface = header.contains("interface");
        for (String member : new TreeSet<>(members)) {
            text.append("  ").append(declaration(member, name, isInterface)).append('\n');
        }
        boolean hasConstructor = members.stream().anyMatch(member -> member.startsWith("new "));
        if (hasConstructor && members.stream().noneMatch(member -> member.startsWith("new %s()".formatted(name)))) {
            text.append("  protected ").append(name).append("() {}\n");
        }
        return text.append("}\n").toString();
    }

    private static String declaration(String member, String className, boolean inInterface) {
        if (member.startsWith("field ")) {
            String field = member.substring("field ".length());
            return "public %s%s;".formatted(OF_CLASSES.contains(className) ? "static " : "", field);
        }
        Matcher constructor = CONSTRUCTOR.matcher(member);
        if (constructor.matches()) {
            return "public %s(%s) {}".formatted(className, parameters(constructor.group(2)));
        }
        Matcher method = METHOD.matcher(member);
        if (!method.matches()) {
            throw new AssertionError("neither field nor method: " + member);
        }
        String result = method.group(2);
        String signature = "%s(%s)%s"
                .formatted(
                        method.group(3),
                        parameters(method.group(4)),
                        method.group(5) == null ? "" : " throws MPIException");
        if (inInterface) {
            return "%s %s;".formatted(result, signature);
        }
        if (method.group(3).equals("newData")) {
            return "protected abstract %s %s;".formatted(result, signature);
        }
        boolean anyData = result.equals("Data"); // of the program's own class
        return "public %s%s %s { throw new Error(); }"
                .formatted(
                        Objects.requireNonNullElse(method.group(1), ""),
                        anyData ? "<T extends Struct.Data> T" : result,
                        signature);
    }

    private static String parameters(String types) {
        String[] each = types.isEmpty() ? new String[0] : types.split(",", -1);
        return IntStream.range(0, each.length).mapToObj(i -> each[i] + " a" + i).collect(joining(", "));
    }
}
