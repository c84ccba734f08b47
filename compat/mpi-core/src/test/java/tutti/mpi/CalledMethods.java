package tutti.mpi;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The methods and constructors of an API that compiled tests call or override: class, name and parameters of each. */
public final class CalledMethods {
    private final Set<String> calls = new TreeSet<>();

    private CalledMethods() {}

    /** Reads all class files of a folder. */
    public static CalledMethods of(Path folder) throws IOException {
        return of(folder, type -> true);
    }

    /** Reads the class files of a folder but those of tests that choose the number of ranks themselves. */
    public static CalledMethods onEachSize(Path folder) throws IOException {
        return of(folder, type -> !choosesSize(type));
    }

    private static boolean choosesSize(ClassModel type) {
        boolean isOfTests = type.thisClass().asInternalName().contains("Test");
        return isOfTests
                && StreamSupport.stream(type.constantPool().spliterator(), false)
                        .anyMatch(entry -> entry instanceof MemberRefEntry call
                                && call.owner().asInternalName().matches(".*/RankJobs?")
                                && call.name().stringValue().startsWith("run"));
    }

    private static CalledMethods of(Path folder, Predicate<ClassModel> isRead) throws IOException {
        CalledMethods called = new CalledMethods();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                ClassModel type = ClassFile.of().parse(file);
                if (isRead.test(type)) {
                    called.read(type);
                }
            }
        }
        return called;
    }

    /** What a test's class overrides is called, too. */
    private void read(ClassModel type) {
        String parent = type.superclass().map(ClassEntry::asInternalName).orElse("");
        for (MethodModel method : type.methods()) {
            method.code().ifPresent(this::read);
            add(parent, method.methodName().stringValue(), method.methodTypeSymbol());
        }
    }

    private void read(CodeModel code) {
        code.forEach(element -> {
            switch (element) {
                case InvokeInstruction call ->
                    add(call.owner().asInternalName(), call.name().stringValue(), call.typeSymbol());
                case InvokeDynamicInstruction lambda ->
                    lambda.invokedynamic().bootstrap().arguments().forEach(this::addReference);
                default -> {}
            }
        });
    }

    private void addReference(LoadableConstantEntry argument) {
        if (argument instanceof MethodHandleEntry handle
                && handle.reference().type().stringValue().startsWith("(")) { // no field of a record
            add(
                    handle.reference().owner().asInternalName(),
                    handle.reference().name().stringValue(),
                    MethodTypeDesc.ofDescriptor(handle.reference().type().stringValue()));
        }
    }

    private void add(String owner, String name, MethodTypeDesc type) {
        if (owner.startsWith("mpi/") || owner.startsWith("ibis/mpj/")) {
            String parameters =
                    type.parameterList().stream().map(CalledMethods::simpleName).collect(joining(","));
            calls.add("%s: %s(%s)".formatted(owner.replace('/', '.'), name, parameters));
        }
    }

    private static String simpleName(ClassDesc type) {
        String name = type.displayName();
        return name.substring(name.lastIndexOf('$') + 1);
    }

    /** Returns the methods and constructors of a list that no test calls, by their class or one above or below it. */
    public Set<String> missing(ApiList api) throws ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        for (String line : api.lines()) {
            String member = line.substring(line.indexOf(' ') + 1);
            String className = line.substring(0, line.indexOf(':'));
            if (!member.startsWith("field ") && !isCalled(api.type(className), wanted(member))) {
                missing.add(line);
            }
        }
        return missing;
    }

    /** Returns name and parameters of a member. */
    private static String wanted(String member) {
        String signature = member.substring(0, member.indexOf(')') + 1);
        String name = signature.substring(signature.lastIndexOf(' ') + 1);
        return member.startsWith("new ") ? "<init>" + name.substring(name.indexOf('(')) : name;
    }

    private boolean isCalled(Class<?> type, String wanted) throws ClassNotFoundException {
        for (String call : calls) {
            List<String> parts = List.of(call.split(": ", 2));
            if (parts.get(1).equals(wanted)) {
                Class<?> owner = Class.forName(parts.get(0));
                if (owner.isAssignableFrom(type) || type.isAssignableFrom(owner)) {
                    return true;
                }
            }
        }
        return false;
    }
}
