package tutti.launcher.shell;

import java.io.ByteArrayInputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/**
 * Changes classes of lines: has each loop ask whether the line is over, since Java cannot end a thread from outside,
 * and lets classes of several loaders call each other.
 *
 * <p>The question is asked where a method begins and before each jump back.
 */
final class LineChecks {
    private static final ClassDesc MEMBER = ClassDesc.of(ShellMember.class.getName());
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    private final Map<ClassDesc, byte[]> known = new ConcurrentHashMap<>();
    private final ClassFile files;

    LineChecks(ClassLoader parent) {
        files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(
                        type -> known.containsKey(type) ? new ByteArrayInputStream(known.get(type)) : null)
                .orElse(ClassHierarchyResolver.ofResourceParsing(parent))
                .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** Returns the classes with checks. */
    ClassBytecodes[] added(ClassBytecodes... classes) {
        for (ClassBytecodes each : classes) {
            known.put(ClassDesc.of(each.name()), each.bytecodes());
        }
        ClassBytecodes[] added = new ClassBytecodes[classes.length];
        for (int i = 0; i < classes.length; i++) {
            byte[] bytes = files.transformClass(
                    files.parse(classes[i].bytecodes()),
                    ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(Checks::new))
                            .andThen(LineChecks::open));
            added[i] = new ClassBytecodes(classes[i].name(), bytes);
        }
        return added;
    }

    /** Makes public what a package has: classes of lines are of one package, and not all of one loader. */
    private static void open(ClassBuilder type, ClassElement element) {
        switch (element) {
            case AccessFlags flags -> type.withFlags(flags.flagsMask() | ClassFile.ACC_PUBLIC);
            case MethodModel method ->
                type.transformMethod(method, (builder, part) -> {
                    if (part instanceof AccessFlags flags) {
                        builder.withFlags(opened(flags.flagsMask()));
                    } else {
                        builder.with(part);
                    }
                });
            case FieldModel field ->
                type.transformField(field, (builder, part) -> {
                    if (part instanceof AccessFlags flags) {
                        builder.withFlags(opened(flags.flagsMask()));
                    } else {
                        builder.with(part);
                    }
                });
            default -> type.with(element);
        }
    }

    private static int opened(int flags) {
        int access = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED | ClassFile.ACC_PRIVATE;
        return (flags & access) == 0 ? flags | ClassFile.ACC_PUBLIC : flags;
    }

    /** In one method. */
    private static final class Checks implements CodeTransform {
        private final Set<Label> before = new HashSet<>();

        @Override
        public void atStart(CodeBuilder code) {
            check(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof LabelTarget target) {
                before.add(target.label());
            } else if (element instanceof BranchInstruction jump && before.contains(jump.target())) {
                check(code);
            }
            code.with(element);
        }

        private static void check(CodeBuilder code) {
            code.invokestatic(MEMBER, "check", NOTHING);
        }
    }
}
