package tutti.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Tells the version of Tutti and of the Java it runs on. */
final class Version implements IVersionProvider {
    private static final String MAVEN_DESCRIPTION = "/META-INF/maven/tutti/tutti-launcher/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties description = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(MAVEN_DESCRIPTION)) {
            if (in != null) {
                description.load(in);
            }
        }
        return new String[] {
            "tutti " + description.getProperty("version", "(not packaged)"),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
