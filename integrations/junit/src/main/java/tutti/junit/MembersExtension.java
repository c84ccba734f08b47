package tutti.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** Repeats tests for each number of members, and runs their methods on members. */
final class MembersExtension
        implements TestTemplateInvocationContextProvider,
                ClassTemplateInvocationContextProvider,
                ParameterResolver,
                InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(MembersExtension.class);
    private static final Object PLAN = Plan.class;

    // ---------------------------------------------------------------- once for each number of members

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        return annotation(method) != null && !hasOther(method, TestTemplate.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return plans(context.getRequiredTestMethod()).stream().map(Repetition::new);
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        return annotation(type) != null && !hasOther(type, ClassTemplate.class);
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
        return plans(context.getRequiredTestClass()).stream().map(Repetition::new);
    }

    /** One run of a method or a class, which finds its plan in its context. */
    private record Repetition(Plan plan) implements TestTemplateInvocationContext, ClassTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return "[%d] %s".formatted(index, plan.displayName());
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of();
        }

        @Override
        public void prepareInvocation(ExtensionContext context) {
            context.getStore(NAMESPACE).put(PLAN, plan);
        }
    }

    private static List<Plan> plans(AnnotatedElement element) {
        return MembersPlans.all(Objects.requireNonNull(annotation(element)), element);
    }

    private static @Nullable Members annotation(AnnotatedElement element) {
        return AnnotationSupport.findAnnotation(element, Members.class).orElse(null);
    }

    /** Tells whether something besides {@link Members} repeats a method or class. */
    private static boolean hasOther(AnnotatedElement element, Class<? extends Annotation> template) {
        return Arrays.stream(element.getAnnotations())
                .map(Annotation::annotationType)
                .filter(type -> !type.equals(Members.class) && !AnnotationSupport.isAnnotated(type, Members.class))
                .anyMatch(type -> type.equals(template) || AnnotationSupport.isAnnotated(type, template));
    }

    // ---------------------------------------------------------------- parameters

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        MemberParameter wanted = MemberParameter.of(parameter.getParameter());
        if (wanted != null && !isTestMethod(parameter, context)) {
            throw new ParameterResolutionException(
                    "members exist only while the test method runs: parameter=[%s] of=[%s]; use it in test methods only"
                            .formatted(parameter.getParameter(), parameter.getDeclaringExecutable()));
        }
        return wanted != null;
    }

    private static boolean isTestMethod(ParameterContext parameter, ExtensionContext context) {
        return context.getTestMethod()
                .filter(method -> method.equals(parameter.getDeclaringExecutable()))
                .isPresent();
    }

    /** Keeps the place, which each member fills for itself. */
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return MemberParameter.of(parameter.getParameter()) == MemberParameter.RANK ? -1 : null;
    }

    /** What of a member a parameter gets. */
    private enum MemberParameter {
        MEMBER,
        GROUP,
        COMMUNICATOR,
        RANK;

        private static final Map<Class<?>, MemberParameter> BY_TYPE =
                Map.of(ColMember.class, MEMBER, ColGroup.class, GROUP, Communicator.class, COMMUNICATOR);

        static @Nullable MemberParameter of(Parameter parameter) {
            Class<?> type = parameter.getType();
            if (parameter.isAnnotationPresent(Rank.class)) {
                if (!type.equals(int.class)) {
                    throw new ParameterResolutionException(
                            "a rank is an int: parameter=[%s] of=[%s]; declare it as @Rank int"
                                    .formatted(parameter, parameter.getDeclaringExecutable()));
                }
                return RANK;
            }
            return BY_TYPE.get(type);
        }
    }

    // ---------------------------------------------------------------- the call of the test method

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        runOnMembers(invocation, call, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        runOnMembers(invocation, call, context);
    }

    private static void runOnMembers(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        invocation.skip();
        Method method = call.getExecutable();
        Object target = call.getTarget().orElse(null);
        TestMember.Body body = (member, group, rank) ->
                ReflectionSupport.invokeMethod(method, target, arguments(call, member, group, rank));
        TestRun.of(plan(context), context).run(body);
    }

    private static @Nullable Object[] arguments(
            ReflectiveInvocationContext<Method> call, ColMember member, ColGroup group, int rank) {
        @Nullable Object[] arguments = call.getArguments().toArray();
        Parameter[] parameters = call.getExecutable().getParameters();
        for (int i = 0; i < parameters.length; i++) {
            MemberParameter wanted = MemberParameter.of(parameters[i]);
            if (wanted != null) {
                arguments[i] = switch (wanted) {
                    case MEMBER -> member;
                    case GROUP -> group;
                    case COMMUNICATOR -> member.communicator(group);
                    case RANK -> rank;
                };
            }
        }
        return arguments;
    }

    private static Plan plan(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        Members own = annotation(method);
        if (own != null && AnnotationSupport.isAnnotated(method, Test.class)) {
            throw new ExtensionConfigurationException(
                    "cannot use @Members beside @Test: method=[%s]; remove @Test, for @Members makes it a test"
                            .formatted(method));
        }
        if (own != null && hasOther(method, TestTemplate.class)) {
            return MembersPlans.only(own, method);
        }
        Plan prepared = context.getStore(NAMESPACE).get(PLAN, Plan.class);
        if (prepared != null) {
            return prepared;
        }
        Class<?> type = Stream.iterate(
                        Optional.of(context),
                        each -> each.isPresent(),
                        each -> each.flatMap(ExtensionContext::getParent))
                .flatMap(Optional::stream)
                .flatMap(each -> each.getTestClass().stream())
                .filter(each -> annotation(each) != null)
                .findFirst()
                .orElseThrow();
        return MembersPlans.only(Objects.requireNonNull(annotation(type)), type);
    }
}
