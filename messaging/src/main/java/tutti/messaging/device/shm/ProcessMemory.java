package tutti.messaging.device.shm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Memory of another process of this host, which Linux copies by {@code process_vm_readv}.
 *
 * <p>Each copy reads a key besides, at an address that the process has told: a process with another number, or one that
 * has the number of a process that has ended, is never taken for it. Not thread-safe.
 */
final class ProcessMemory {
    private static final StructLayout PART = MemoryLayout.structLayout(ADDRESS, JAVA_LONG); // struct iovec
    private static final int PARTS = 2;

    private final MethodHandle read;
    private final int process;
    private final MemorySegment key;
    private final MemorySegment found;
    private final MemorySegment here;
    private final MemorySegment there;

    private ProcessMemory(MethodHandle read, int process, MemorySegment key, long keyAddress) {
        this.read = read;
        this.process = process;
        this.key = key;
        Arena arena = Arena.ofAuto();
        found = arena.allocate(key.byteSize());
        here = arena.allocate(PART, PARTS);
        there = arena.allocate(PART, PARTS);
        setPart(here, 0, found.address(), key.byteSize());
        setPart(there, 0, keyAddress, key.byteSize());
    }

    /**
     * Finds out whether memory of a process can be copied.
     *
     * @param process its number in the system
     * @param key what it has at an address
     * @return null if this JVM may not call native functions, or the system does not allow it
     */
    static @Nullable ProcessMemory of(long process, MemorySegment key, long keyAddress) {
        if (process <= 0 || process != (int) process || !isAllowed()) {
            return null;
        }
        MethodHandle function = Function.READ;
        if (function == null) {
            return null;
        }
        ProcessMemory memory = new ProcessMemory(function, (int) process, key, keyAddress);
        return memory.copyTo(MemorySegment.NULL, 0) ? memory : null;
    }

    /** Returns whether this JVM may call native functions. */
    static boolean isAllowed() {
        return ProcessMemory.class.getModule().isNativeAccessEnabled();
    }

    /**
     * Copies memory of the process; returns false if that can't be read, and what is copied to may hold anything.
     *
     * @param memory where it goes to, outside the heap
     * @throws IllegalStateException if that is closed
     * @throws WrongThreadException if that is another thread's
     */
    boolean copyTo(MemorySegment memory, long address) {
        setPart(here, 1, memory.address(), memory.byteSize());
        setPart(there, 1, address, memory.byteSize());
        long bytes = key.byteSize() + memory.byteSize();
        return copiedTo(memory) == bytes && found.mismatch(key) == -1;
    }

    private long copiedTo(MemorySegment memory) {
        try {
            return (long) read.invokeExact(process, here, (long) PARTS, there, (long) PARTS, 0L, memory);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            DirectBuffer.of(memory, ElementType.BYTE).requireAccessible(); // says what to do
            throw new IllegalStateException("process_vm_readv was called wrongly", e);
        }
    }

    private static void setPart(MemorySegment parts, int index, long address, long bytes) {
        parts.setAtIndex(JAVA_LONG, 2L * index, address);
        parts.setAtIndex(JAVA_LONG, 2L * index + 1, bytes);
    }

    /** Found when it is needed: that takes as long as much of a JVM's start. */
    private static final class Function {
        static final @Nullable MethodHandle READ = find();

        /**
         * With an argument more than the function has, and looks at: the JDK keeps the memory open that it gets.
         */
        @SuppressWarnings("restricted") // only if the JVM allows it
        private static @Nullable MethodHandle find() {
            FunctionDescriptor function = FunctionDescriptor.of(
                    JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
            try {
                Linker linker = Linker.nativeLinker();
                return linker.defaultLookup()
                        .find("process_vm_readv")
                        .map(address -> linker.downcallHandle(address, function))
                        .orElse(null);
            } catch (UnsupportedOperationException e) {
                return null; // a processor whose functions this JDK can't call
            }
        }
    }
}
