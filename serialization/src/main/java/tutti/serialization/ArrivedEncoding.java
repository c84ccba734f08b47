package tutti.serialization;

import org.jspecify.annotations.Nullable;

/** Encoded bytes that are complete from the start, so that no one waits for any. */
interface ArrivedEncoding extends Encoded {
    @Override
    Chunk poll(int index);

    @Override
    default Chunk await(int index) {
        return poll(index);
    }

    @Override
    default @Nullable TuttiException failure() {
        return null;
    }

    @Override
    default void onArrival(int index, Runnable action) {
        action.run();
    }
}
