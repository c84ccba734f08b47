package tutti.junit;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The class path of the tests, with what a child JVM needs besides to run one of them. */
final class TestClassPath {
    /** Some build tools have these on a class path of their own. */
    private static final List<String> NEEDED = List.of(
            "org.junit.platform.launcher.core.LauncherFactory",
            "org.junit.platform.engine.TestEngine",
            "org.junit.jupiter.engine.JupiterTestEngine");

    private TestClassPath() {}

    /**
     * Returns it as an argument of {@code java}.
     *
     * @throws ExtensionConfigurationException if something is missing here, too
     */
    static String text() {
        String tests = System.getProperty("java.class.path", "");
        List<String> all = new ArrayList<>(List.of(tests.split(File.pathSeparator, -1)));
        for (String name : NEEDED) {
            String jar = jarOf(name);
            if (jar != null && !all.contains(jar)) {
                all.add(jar);
            }
        }
        return String.join(File.pathSeparator, all);
    }

    private static @Nullable String jarOf(String className) {
        try {
            CodeSource source = Class.forName(className).getProtectionDomain().getCodeSource();
            return source == null ? null : Path.of(source.getLocation().toURI()).toString();
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new ExtensionConfigurationException(
                    "cannot start JVMs for @Members: class=%s is missing; add org.junit.platform:junit-platform-launcher and org.junit.jupiter:junit-jupiter to the tests' class path"
                            .formatted(className),
                    e);
        }
    }
}
