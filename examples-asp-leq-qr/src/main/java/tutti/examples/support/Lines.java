package tutti.examples.support;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The lines of a text file, gzipped or not, that know their number. */
public final class Lines implements AutoCloseable {
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int QUOTED_LENGTH = 60;

    private final Path file;
    private final BufferedReader reader;
    private String line = "";
    private int number;

    /** Opens a file, or says why it cannot be. */
    public Lines(Path file) throws InputException {
        this.file = file;
        if (!Files.exists(file)) {
            throw new InputException("%s: no such file; looked for %s".formatted(file, file.toAbsolutePath()));
        }
        if (Files.isDirectory(file)) {
            throw new InputException("%s: is a folder; name a file in it".formatted(file));
        }
        try {
            this.reader = open(file);
        } catch (IOException e) {
            throw new InputException("%s: cannot be read: %s".formatted(file, e));
        }
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            in.mark(2);
            boolean gzip = (in.read() << 8 | in.read()) == GZIP_MAGIC;
            in.reset();
            // Latin-1 reads any bytes, so a binary file is refused for what it says and not for how
            return new BufferedReader(
                    new InputStreamReader(gzip ? new GZIPInputStream(in) : in, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the next line without surrounding blanks, null at the end. */
    public @Nullable String next() throws InputException {
        String read;
        try {
            read = reader.readLine();
        } catch (EOFException | ZipException e) {
            throw error("the gzip stream is cut off or damaged; fetch the file again");
        } catch (IOException e) {
            throw error("cannot be read: " + e);
        }
        if (read == null) {
            return null;
        }
        number++;
        line = read.strip();
        return line;
    }

    /** Returns the words of the current line; the empty line has one, which is empty. */
    public String[] fields() {
        return line.split("\\s+", -1);
    }

    /** Reads a field as a whole number of a certain size or more. */
    public int whole(String name, String field, int atLeast) throws InputException {
        try {
            int value = Integer.parseInt(field);
            if (value >= atLeast) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw error("%s=%s is not a whole number from %d to %d"
                .formatted(name, field, Math.max(atLeast, 0), Integer.MAX_VALUE));
    }

    /** Reads a field as a number. */
    public double number(String name, String field) throws InputException {
        try {
            double value = Double.parseDouble(field);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw error("%s=%s is not a number".formatted(name, field));
    }

    /** Returns an exception that names the file and the current line, if there is one. */
    public InputException error(String reason) {
        return new InputException(file + (number == 0 ? "" : ":" + number) + ": " + reason);
    }

    /** Returns the current line for a message, shortened. */
    public String quoted() {
        String text = line.length() > QUOTED_LENGTH ? line.substring(0, QUOTED_LENGTH) + "..." : line;
        return '"' + text.replaceAll("\\P{Print}", "?") + '"';
    }

    @Override
    public void close() throws InputException {
        try {
            reader.close();
        } catch (IOException e) {
            throw error("cannot be closed: " + e);
        }
    }
}
