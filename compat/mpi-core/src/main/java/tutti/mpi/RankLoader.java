package tutti.mpi;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the classes of one rank's program, and of its MPI API, from the JVM's class path; Tutti's and Java's are those
 * of all ranks.
 */
final class RankLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private RankLoader(URL[] classPath) {
        super("tutti-rank", classPath, RankLoader.class.getClassLoader());
    }

    static RankLoader ofClassPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new RankLoader(urls.toArray(URL[]::new));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("tutti.") || name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                try {
                    loaded = findClass(name);
                } catch (ClassNotFoundException e) {
                    loaded = super.loadClass(name, false); // of a library of Java's
                }
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }
}
