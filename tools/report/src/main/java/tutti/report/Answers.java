package tutti.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the commands of a report have brought so far. */
final class Answers {
    private static final Answer NONE = new Answer(List.of(), "it has not been run yet");

    private final Map<List<String>, Answer> answers = new HashMap<>();

    void put(List<String> command, Answer answer) {
        answers.put(command, answer);
    }

    boolean has(List<String> command) {
        return answers.containsKey(command);
    }

    Answer to(List<String> command) {
        return answers.getOrDefault(command, NONE);
    }

    /** Returns the commands that have not ended well. */
    List<List<String>> failed() {
        return answers.entrySet().stream()
                .filter(entry -> entry.getValue().failure() != null)
                .map(Map.Entry::getKey)
                .toList();
    }
}
