package tutti.mpi;

import java.util.List;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Which bytes of memory an item of a datatype is, and how far items are apart (MPI 4.1, section 5.1).
 *
 * <p>All numbers are bytes. The type map of a type that is made of others has bounds that follow the standard: padded
 * to the alignment of its basic types,
 * unless one of its parts was {@linkplain #resized resized}. Immutable.
 */
public final class TypeMap {
    private final ElementType base;
    private final Layout layout;
    private final long lowerBound;
    private final long upperBound;
    private final int alignment;
    private final boolean resized; // bounds were given, and are those of every type that this is a part of
    private final List<Part> parts; // of a message, in order; empty for a basic type
    private final boolean contiguous; // asked in every call

    private TypeMap(
            ElementType base,
            Layout layout,
            long lowerBound,
            long upperBound,
            int alignment,
            boolean resized,
            List<Part> parts) {
        this.base = base;
        this.layout = layout;
        this.lowerBound = lowerBound;
        this.upperBound = upperBound;
        this.alignment = alignment;
        this.resized = resized;
        this.parts = parts;
        contiguous = lowerBound == 0
                && upperBound == layout.length()
                && layout.first() == 0
                && layout.equals(Layout.contiguous(layout.length()));
    }

    /** A number of items of a type, one behind the other, at a displacement. */
    public record Part(TypeMap type, long displacement, int count) {
        /** Makes a part. */
        public Part {
            if (count < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "a block length must not be negative: blockLength=" + count);
            }
        }

        /** Returns where it begins. */
        public long lower() {
            return displacement + type.lowerBound + Math.min(0, (count - 1) * type.extent());
        }

        /** Returns where it ends. */
        public long upper() {
            return displacement + type.upperBound + Math.max(0, (count - 1) * type.extent());
        }

        private Layout layout() {
            return type.items(count).at(displacement);
        }
    }

    /** Returns the type of single elements. */
    public static TypeMap of(ElementType base) {
        int bytes = base.elementBytes();
        return new TypeMap(base, Layout.contiguous(bytes), 0, bytes, bytes, false, List.of());
    }

    /**
     * Returns the type whose items are some parts in order.
     *
     * @param base what the type counts as; {@link ElementType#BYTE} if parts differ
     */
    public static TypeMap of(ElementType base, List<Part> parts) {
        List<Part> filled = parts.stream().filter(part -> part.count() > 0).toList();
        if (filled.isEmpty()) {
            return new TypeMap(base, Layout.contiguous(0), 0, 0, 1, false, List.of());
        }
        return bounded(base, joined(filled), filled, filled);
    }

    /** Halves, so that a type of many parts is not copied once for each. */
    private static Layout joined(List<Part> parts) {
        if (parts.size() == 1) {
            return parts.getFirst().layout();
        }
        int half = parts.size() / 2;
        return joined(parts.subList(0, half)).then(joined(parts.subList(half, parts.size())));
    }

    private static TypeMap bounded(ElementType base, Layout layout, List<Part> parts, List<Part> contents) {
        boolean resized = parts.stream().anyMatch(part -> part.type().resized);
        List<Part> bounding =
                parts.stream().filter(part -> part.type().resized == resized).toList();
        long lower = bounding.stream().mapToLong(Part::lower).min().orElse(0);
        long upper = bounding.stream().mapToLong(Part::upper).max().orElse(0);
        int alignment =
                parts.stream().mapToInt(part -> part.type().alignment).max().orElse(1);
        if (!resized) {
            upper = lower + Math.ceilDiv(upper - lower, alignment) * alignment;
        }
        return new TypeMap(base, layout, lower, upper, alignment, resized, contents);
    }

    /**
     * Returns the type whose items are blocks of this one's at equal distances.
     *
     * @param strideBytes from the start of each block to that of the next
     */
    public TypeMap vector(int count, int blockLength, long strideBytes) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: count=" + count);
        }
        Part first = new Part(this, 0, blockLength);
        if (count == 0 || blockLength == 0) {
            return of(base, List.of());
        }
        Part last = new Part(this, (count - 1) * strideBytes, blockLength);
        return bounded(
                base,
                first.layout().repeat(count, strideBytes),
                List.of(first, last),
                List.of(new Part(this, 0, Math.multiplyExact(count, blockLength))));
    }

    /** Returns the type whose items are so many of this one's, one behind the other. */
    public TypeMap contiguous(int count) {
        return vector(count, 1, extent());
    }

    /** Returns this type with other bounds. */
    public TypeMap resized(long newLowerBound, long newExtent) {
        return new TypeMap(base, layout, newLowerBound, newLowerBound + newExtent, alignment, true, contents());
    }

    /** Returns this type as one that counts as another base: the bytes of a struct, for example. */
    public TypeMap as(ElementType newBase) {
        return new TypeMap(newBase, layout, lowerBound, upperBound, alignment, resized, contents());
    }

    /** Returns the bytes of so many items. */
    public Layout items(long count) {
        return isContiguous() ? Layout.contiguous(count * size()) : layout.repeat(count, extent());
    }

    /** Returns whether items have no gaps in them or between them. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** Returns whether items are single bytes. */
    boolean isByte() {
        return base == ElementType.BYTE && contiguous && layout.length() == 1;
    }

    private List<Part> contents() {
        return parts.isEmpty() && size() > 0 ? List.of(new Part(this, 0, 1)) : parts;
    }

    /** Returns how many basic elements so many bytes of a message are. */
    public long elementsIn(long bytes) {
        if (size() == 0) {
            return 0;
        }
        if (parts.isEmpty()) {
            return bytes / size();
        }
        long whole = bytes / size();
        long elements = whole == 0 ? 0 : whole * elementsInParts(size());
        return elements + elementsInParts(bytes % size());
    }

    /** Returns how many bytes of a message so many basic elements are. */
    public long bytesOf(long elements) {
        if (size() == 0) {
            return 0;
        }
        if (parts.isEmpty()) {
            return elements * size();
        }
        long inItem = elementsInParts(size());
        long bytes = elements / inItem * size();
        long rest = elements % inItem;
        for (Part part : parts) {
            long here = Math.min(
                    rest, part.type().elementsIn(part.count() * part.type().size()));
            bytes += part.type().bytesOf(here);
            rest -= here;
        }
        return bytes;
    }

    private long elementsInParts(long bytes) {
        long elements = 0;
        long rest = bytes;
        for (Part part : parts) {
            long here = Math.min(rest, part.count() * part.type().size());
            elements += part.type().elementsIn(here);
            rest -= here;
        }
        return elements;
    }

    /** Returns what elements the type is of, for operators and checks. */
    public ElementType base() {
        return base;
    }

    /** Returns the bytes that an item takes in a message. */
    public long size() {
        return layout.length();
    }

    /** Returns how far an item is from the next. */
    public long extent() {
        return upperBound - lowerBound;
    }

    /** Returns where an item begins; may be negative. */
    public long lowerBound() {
        return lowerBound;
    }

    /** Returns where an item ends. */
    public long upperBound() {
        return upperBound;
    }

    /** Returns where the first byte of an item lies. */
    public long trueLowerBound() {
        return layout.first();
    }

    /** Returns how far the last byte of an item is from the first. */
    public long trueExtent() {
        return layout.end() - layout.first();
    }

    @Override
    public String toString() {
        return "%s size=%d lb=%d extent=%d".formatted(base, size(), lowerBound, extent());
    }
}
