package tutti.group.file;

import tutti.serialization.DirectBuffer;

/**
 * A read or write of the elements of a view.
 *
 * @param position of its first element
 * @param buffer what is to be written, or where to put what is read; null, as a program may pass it, until {@link
 *     Access#checkArguments}
 */
record Transfer(FileCall call, long position, DirectBuffer buffer) {
    /** Returns a transfer of its first elements only. */
    Transfer first(long elements) {
        return elements == buffer.length() ? this : new Transfer(call, position, buffer.slice(0, elements));
    }

    /** Returns the same at another position. */
    Transfer at(long newPosition) {
        return new Transfer(call, newPosition, buffer);
    }

    boolean isWrite() {
        return call.isWrite();
    }

    long length() {
        return buffer.length();
    }

    /** Says for people what it is, also without a buffer. */
    String text() {
        return "%s position=%d elements=%s".formatted(call, position, buffer == null ? "none" : length());
    }
}
