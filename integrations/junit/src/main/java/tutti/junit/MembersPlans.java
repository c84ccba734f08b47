package tutti.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Makes plans of what {@link Members} asks for, and refuses what cannot be. */
final class MembersPlans {
    private MembersPlans() {}

    /** Returns the plans that an annotation asks for, in its order. */
    static List<Plan> all(Members members, AnnotatedElement element) {
        int[] sizes = members.value();
        require(sizes.length > 0, element, "no number of members", "give at least one");
        for (int size : sizes) {
            require(size >= 1, element, "members=" + size, "a test has at least one member");
        }
        require(members.jvms() >= 1, element, "jvms=" + members.jvms(), "a test has at least one JVM");
        require(
                members.timeoutSeconds() >= 1,
                element,
                "timeoutSeconds=" + members.timeoutSeconds(),
                "a test has at least one second");
        for (String setting : members.settings()) {
            require(
                    setting.indexOf('=') > 0 && !setting.startsWith("-"),
                    element,
                    "setting=" + setting,
                    "write NAME=VALUE");
        }
        List<String> settings =
                Stream.of(members.settings()).map(Plan::argument).toList();
        return Arrays.stream(sizes)
                .mapToObj(size -> new Plan(size, Math.min(members.jvms(), size), members.timeoutSeconds(), settings))
                .toList();
    }

    /** Returns the only plan, for a test that something else repeats. */
    static Plan only(Members members, AnnotatedElement element) {
        List<Plan> all = all(members, element);
        require(
                all.size() == 1,
                element,
                "members=" + Arrays.toString(members.value()) + " beside another template",
                "put @Members on the class, or give one number");
        return all.getFirst();
    }

    private static void require(boolean condition, AnnotatedElement element, String wrong, String cure) {
        if (!condition) {
            throw new ExtensionConfigurationException(
                    "cannot use @Members: %s at [%s]; %s".formatted(wrong, element, cure));
        }
    }
}
