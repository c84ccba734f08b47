package tutti.group.launch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what an engine wrote into the environment; says whose variable is wrong. */
record EngineEnvironment(String engine, Map<String, String> environment) {

    @Nullable
    String text(String name) {
        String text = environment.get(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    boolean has(String name) {
        return text(name) != null;
    }

    String needed(String name, String cure) {
        String text = text(name);
        if (text == null) {
            throw new IllegalArgumentException(
                    "%s started this process as one of several, but does not say %s; %s, or set TUTTI_PROVIDER=alone to run it alone"
                            .formatted(engine, name, cure));
        }
        return text;
    }

    int number(String name, String cure) {
        String text = needed(name, cure);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s says no number: %s=%s; %s".formatted(engine, name, text, cure), e);
        }
    }

    ProcessPlacement place(int process, int processes, @Nullable String master, @Nullable String job) {
        if (process < 0 || process >= processes) {
            throw new IllegalArgumentException(
                    "%s says what can not be: process=%d processes=%d; an index lies in [0, processes)"
                            .formatted(engine, process, processes));
        }
        return new ProcessPlacement(process, processes, master, job);
    }
}
