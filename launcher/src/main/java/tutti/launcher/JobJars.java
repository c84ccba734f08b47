package tutti.launcher;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A class path as other hosts can have it: files that are named by their content. */
final class JobJars {
    private static final LocalDateTime ALWAYS = LocalDateTime.of(2000, 1, 1, 0, 0); // same content, same bytes

    /**
     * One jar.
     *
     * @param sha256 of its content, in hexadecimal digits
     * @param name its file name
     * @param file where it is on this host
     */
    record Jar(String sha256, String name, Path file) {
        /** Returns where it is in the folder of a host. */
        String path() {
            return sha256 + "/" + name;
        }
    }

    private JobJars() {}

    /**
     * Returns the entries of a class path as jars.
     *
     * @param temporary folder for jars that are made of folders of classes
     */
    static List<Jar> of(ClassPath classPath, Path temporary) throws IOException {
        List<Jar> jars = new ArrayList<>();
        for (Path entry : classPath.entries()) {
            Path file = entry;
            if (Files.isDirectory(entry)) {
                file = temporary.resolve("classes-" + jars.size() + ".jar");
                pack(entry, file);
            }
            jars.add(new Jar(sha256(file), file.getFileName().toString(), file.toAbsolutePath()));
        }
        return List.copyOf(jars);
    }

    private static void pack(Path folder, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            for (Path file : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
                entry.setTimeLocal(ALWAYS);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is in every Java", e);
        }
    }
}
