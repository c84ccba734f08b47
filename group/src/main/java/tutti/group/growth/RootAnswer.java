package tutti.group.growth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowthException.Why;

/** What a root tells all members of its group, as texts: what it has found out, or why not. */
final class RootAnswer {
    private static final String DONE = "";

    private RootAnswer() {}

    static List<String> of(String... texts) {
        String[] all = new String[texts.length + 1];
        all[0] = DONE;
        System.arraycopy(texts, 0, all, 1, texts.length);
        return List.of(all);
    }

    static List<String> failed(Why why, @Nullable String text) {
        return List.of(why.name(), String.valueOf(text));
    }

    /**
     * Returns what follows the first text, which says that the root has not failed.
     *
     * @throws GrowthException if it has
     */
    static List<String> told(List<String> texts) {
        if (!texts.getFirst().equals(DONE)) {
            throw new GrowthException(Why.valueOf(texts.getFirst()), texts.get(1));
        }
        return texts.subList(1, texts.size());
    }
}
