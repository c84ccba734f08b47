package tutti.messaging.match;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Keeps memory of a program open while the system, a library or another process reads or writes it by its address.
 *
 * <p>The JDK keeps the memory that a native function gets open until that function returns. So the memory is given to
 * one that does nothing but call Java back.
 */
public final class OpenMemory {
    private static final ThreadLocal<@Nullable Action> NEXT = new ThreadLocal<>(); // of the call back
    private static final MethodHandle CALL_BACK = callBack();

    private OpenMemory() {}

    /** What runs meanwhile; nothing may be thrown through a native function. */
    private static final class Action {
        private final Runnable action;
        private @Nullable Throwable thrown;

        Action(Runnable action) {
            this.action = action;
        }

        void run() {
            try {
                action.run();
            } catch (Throwable e) { // thrown again outside
                thrown = e;
            }
        }
    }

    /**
     * Runs an action. An attempt to close the arena of the memory meanwhile gets an {@link IllegalStateException}.
     *
     * @param memory outside the heap
     * @throws IllegalStateException if the memory is closed, so that the action does not run
     * @throws WrongThreadException if the memory is another thread's, so that the action does not run
     */
    public static void during(MemorySegment memory, Runnable action) {
        Action called = new Action(action);
        NEXT.set(called);
        try {
            CALL_BACK.invokeExact(memory);
        } catch (Throwable e) {
            DirectBuffer.of(memory, ElementType.BYTE).requireAccessible(); // says what to do
            throw new IllegalStateException("a function was called wrongly", e);
        } finally {
            NEXT.remove();
        }
        throwAgain(called.thrown);
    }

    private static void throwAgain(@Nullable Throwable thrown) {
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }

    /** Called by the native function. */
    static void calledBack(MemorySegment ignored) {
        Action action = NEXT.get();
        if (action != null) {
            action.run();
        }
    }

    @SuppressWarnings("restricted") // the callers may call native functions
    private static MethodHandle callBack() {
        FunctionDescriptor function = FunctionDescriptor.ofVoid(ADDRESS);
        try {
            MethodHandle java = MethodHandles.lookup()
                    .findStatic(OpenMemory.class, "calledBack", MethodType.methodType(void.class, MemorySegment.class));
            return Linker.nativeLinker()
                    .downcallHandle(Linker.nativeLinker().upcallStub(java, function, Arena.global()), function);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException("a function of this class is not found", e);
        }
    }
}
