package tutti.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tutti.launcher.JobJars.Jar;

/** Writes archives of jars in the format that every system's tar reads (POSIX ustar). */
final class Tar {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;

    private Tar() {}

    static void write(List<Jar> jars, Path archive) throws IOException {
        Set<String> written = new HashSet<>();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
            for (Jar jar : jars) {
                if (written.add(jar.path())) {
                    long size = Files.size(jar.file());
                    out.write(header(jar, size));
                    Files.copy(jar.file(), out);
                    out.write(new byte[(int) (-size & (BLOCK - 1))]);
                }
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    private static byte[] header(Jar jar, long size) throws IOException {
        byte[] name = jar.name().getBytes(UTF_8);
        if (name.length > LONGEST_NAME) {
            throw new SiteException("file name is too long: jar=%s bytes=%d limit=%d; rename it"
                    .formatted(jar.file(), name.length, LONGEST_NAME));
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "0000600\0".getBytes(US_ASCII)); // mode
        put(header, 108, "0000000\0".getBytes(US_ASCII)); // owner
        put(header, 116, "0000000\0".getBytes(US_ASCII)); // group
        put(header, 124, "%011o\0".formatted(size).getBytes(US_ASCII));
        put(header, 136, "%011o\0".formatted(0).getBytes(US_ASCII)); // time of change
        put(header, 148, "        ".getBytes(US_ASCII)); // checksum, as if of spaces
        header[156] = '0'; // a file
        put(header, 257, "ustar\00000".getBytes(US_ASCII));
        put(header, 345, jar.sha256().getBytes(US_ASCII)); // folder
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put(header, 148, "%06o\0 ".formatted(sum).getBytes(US_ASCII));
        return header;
    }

    private static void put(byte[] header, int at, byte[] text) {
        System.arraycopy(text, 0, header, at, text.length);
    }
}
