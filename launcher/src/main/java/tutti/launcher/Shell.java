package tutti.launcher;

import java.util.Collection;
import java.util.stream.Collectors;
import tutti.group.launch.SshCommand;

/** Text for the shells of other hosts. */
final class Shell {
    private Shell() {}

    /** Returns one word that a shell reads as exactly this text. */
    static String quote(String text) {
        return SshCommand.quote(text);
    }

    /** Returns several of them. */
    static String quote(Collection<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }
}
