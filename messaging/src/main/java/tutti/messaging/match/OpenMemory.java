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
 * one that does nothing but call Java back. An error that is thrown through a native function ends the JVM, also one
 * that tells of a full stack.
 */
public final class OpenMemory {
    /** Calls that take more stack than the way back from the native function to where errors are caught. */
    private static final int FRAMES_TO_CALL_BACK = 192;

    private static final ThreadLocal<@Nullable Action> NEXT = new ThreadLocal<>(); // of the call back
    private static final MethodHandle CALL_BACK = callBack();

    private OpenMemory() {}

    /** What runs meanwhile; nothing may be thrown through a native function. */
    private static final class Action {
        private final Runnable action;
        private @Nullable Throwable thrown;
        private boolean hasEnded;

        Action(Runnable action) {
            this.action = action;
        }

        void run() {
            try {
                action.run();
            } catch (Throwable e) { // thrown again outside
                thrown = e;
            }
            hasEnded = true;
        }
    }

    /**
     * Runs an action. An attempt to close the arena of the memory meanwhile gets an {@link IllegalStateException}.
     *
     * @param memory outside the heap
     * @throws IllegalStateException if the memory is closed, so that the action does not run
     * @throws WrongThreadException if the memory is another thread's, so that the action does not run
     * @throws StackOverflowError if there is too little stack; the action does not run, or has not ended then
     */
    public static void during(MemorySegment memory, Runnable action) {
        requireStack(FRAMES_TO_CALL_BACK);
        Action called = new Action(action);
        NEXT.set(called);
        try {
            CALL_BACK.invokeExact(memory);
        } catch (StackOverflowError e) { // before the native function was called
            throw e;
        } catch (Throwable e) {
            DirectBuffer.of(memory, ElementType.BYTE).requireAccessible(); // says what to do
            throw new IllegalStateException("a function was called wrongly", e);
        } finally {
            NEXT.remove();
        }
        if (!called.hasEnded) {
            throw new StackOverflowError("no stack for a function that calls back");
        }
        throwAgain(called.thrown);
    }

    /** Overflows here rather than in what the native function calls, from where nothing may be thrown. */
    private static int requireStack(int frames) {
        return frames == 0 ? 0 : 1 + requireStack(frames - 1);
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
            MethodHandle safe = MethodHandles.catchException(
                    java,
                    Throwable.class,
                    MethodHandles.empty(MethodType.methodType(void.class, Throwable.class, MemorySegment.class)));
            return Linker.nativeLinker()
                    .downcallHandle(Linker.nativeLinker().upcallStub(safe, function, Arena.global()), function);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException("a function of this class is not found", e);
        }
    }
}
