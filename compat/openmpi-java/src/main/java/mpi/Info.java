package mpi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;

/** Hints: texts by keys. Tutti keeps them and gives them back; it follows {@code host} in {@link Intracomm#spawn}. */
@SuppressWarnings("AvoidCommonTypeNames") // Open MPI's name
public final class Info implements Freeable, Cloneable {
    private static final int LONGEST_KEY = 255;
    private static final int LONGEST_VALUE = 1023;

    private @Nullable Map<String, String> hints; // null if freed; guarded by this

    /** Makes an info without hints. */
    public Info() throws MPIException {
        this(new LinkedHashMap<>());
        State.current();
    }

    private Info(@Nullable Map<String, String> hints) {
        this.hints = hints;
    }

    static Info none() {
        return new Info((Map<String, String>) null);
    }

    static Info of(Map<String, String> hints) {
        return new Info(new LinkedHashMap<>(hints));
    }

    /** Returns a hint, or null if there is none or this is null. */
    synchronized @Nullable String value(String key) {
        return hints == null ? null : hints.get(key);
    }

    /** Returns the hints of what a program has passed, which must not be null. */
    static Map<String, String> hints(@Nullable Info info) {
        return Given.of(info, ErrorClass.INFO, "the info; pass a new Info()").copy();
    }

    /** Returns the hints of what a program has passed, of which none are those of {@link MPI#INFO_NULL}. */
    static Map<String, String> hintsOrNone(@Nullable Info info) {
        return MPI.INFO_NULL.equals(info) ? Map.of() : hints(info);
    }

    private synchronized Map<String, String> copy() {
        return Map.copyOf(hints());
    }

    /** Sets a hint. */
    public synchronized void set(String key, String value) throws MPIException {
        State.run("Info.set", () -> hints().put(key(key), limited(value, LONGEST_VALUE, ErrorClass.INFO_VALUE)));
    }

    /** Returns a hint, or null if there is none. */
    public synchronized @Nullable String get(String key) throws MPIException {
        return State.<@Nullable String>call("Info.get", () -> hints().get(key(key)));
    }

    /** Deletes a hint. */
    public synchronized void delete(String key) throws MPIException {
        State.run("Info.delete", () -> {
            if (hints().remove(key(key)) == null) {
                throw new MpiFailure(ErrorClass.INFO_NOKEY, "no such key: key=" + key);
            }
        });
    }

    /** Returns the number of hints. */
    public synchronized int size() throws MPIException {
        return State.call("Info.size", () -> hints().size());
    }

    /** Returns the key with a number, in the order of setting. */
    public synchronized String getKey(int i) throws MPIException {
        return State.call("Info.getKey", () -> {
            List<String> keys = List.copyOf(hints().keySet());
            if (i < 0 || i >= keys.size()) {
                throw new MpiFailure(ErrorClass.ARG, "no such key: i=%d size=%d".formatted(i, keys.size()));
            }
            return keys.get(i);
        });
    }

    @Override
    public synchronized Info clone() {
        return new Info(hints == null ? null : new LinkedHashMap<>(hints));
    }

    /** Returns a copy. */
    public synchronized Info dup() throws MPIException {
        return State.call("Info.dup", () -> of(hints()));
    }

    @Override
    public synchronized void free() throws MPIException {
        State.run("Info.free", () -> {
            hints();
            hints = null;
        });
    }

    /** Returns whether it was freed, or is {@link MPI#INFO_NULL}. */
    public synchronized boolean isNull() {
        return hints == null;
    }

    private synchronized Map<String, String> hints() {
        Map<String, String> known = hints;
        if (known == null) {
            throw new MpiFailure(ErrorClass.INFO, "info is null: it was freed, or is MPI.INFO_NULL");
        }
        return known;
    }

    private static String key(String key) {
        if (limited(key, LONGEST_KEY, ErrorClass.INFO_KEY).isEmpty()) {
            throw new MpiFailure(ErrorClass.INFO_KEY, "a key must not be empty");
        }
        return key;
    }

    private static String limited(@Nullable String text, int longest, ErrorClass errorClass) {
        String given = Given.of(text, errorClass, "a text, of key or value");
        if (given.length() > longest) {
            throw new MpiFailure(
                    errorClass, "text is too long: length=%d longest=%d".formatted(given.length(), longest));
        }
        return given;
    }
}
