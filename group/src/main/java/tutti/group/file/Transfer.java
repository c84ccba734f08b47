package tutti.group.file;

import tutti.serialization.DirectBuffer;

/**
 * A read or write of the elements of a view.
 *
 * @param call its name, for messages
 * @param position of its first element
 * @param buffer what is to be written, or where to put what is read
 */
record Transfer(String call, boolean isWrite, long position, DirectBuffer buffer) {
    static Transfer read(String call, long position, DirectBuffer target) {
        return new Transfer(call, false, position, target);
    }

    static Transfer write(String call, long position, DirectBuffer source) {
        return new Transfer(call, true, position, source);
    }

    /** Returns a transfer of its first elements only. */
    Transfer first(long elements) {
        return elements == buffer.length() ? this : new Transfer(call, isWrite, position, buffer.slice(0, elements));
    }

    /** Returns the same at another position. */
    Transfer at(long newPosition) {
        return new Transfer(call, isWrite, newPosition, buffer);
    }

    long length() {
        return buffer.length();
    }
}
