package tutti.serialization.identity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects by their numbers, which are given from 0 on.
 *
 * <p>Kept in pages, of which all but the first are made anew for each graph: G1 makes the processor wait at a barrier
 * when a reference is stored in an array that has grown old, and only then.
 */
public final class ObjectPages {
    private static final int BITS = 8;
    private static final int PAGE = 1 << BITS;

    private @Nullable Object[][] pages = {new @Nullable Object[PAGE]};
    private int size;

    /** Returns how many numbers have been given. */
    public int size() {
        return size;
    }

    /** Gives the next number. */
    public int next() {
        if ((size & PAGE - 1) == 0 && size > 0) {
            addPage();
        }
        return size++;
    }

    private void addPage() {
        int at = size >>> BITS;
        if (at == pages.length) {
            pages = Arrays.copyOf(pages, 2 * at);
        }
        pages[at] = new @Nullable Object[PAGE];
    }

    /** Keeps the object with a number that has been given. */
    public void set(int number, Object object) {
        pages[number >>> BITS][number & PAGE - 1] = object;
    }

    /** Returns the object with a number that has been given, or null if none has been set. */
    @Nullable
    public Object get(int number) {
        return pages[number >>> BITS][number & PAGE - 1];
    }

    /** Forgets all. */
    public void clear() {
        if (size > PAGE) {
            pages = new @Nullable Object[][] {pages[0]};
        }
        Arrays.fill(pages[0], 0, Math.min(size, PAGE), null);
        size = 0;
    }
}
