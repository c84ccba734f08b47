package tutti.group.launch;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a user has set: looked up among the arguments, then in the environment. */
record Settings(Map<String, String> arguments, Map<String, String> environment) {
    private static final String PREFIX = "--tutti-";

    /** Name of the only setting that is no argument, because those are for everybody to see. */
    static final String SECRET = "secret";

    private static final List<String> ALL =
            Stream.concat(JobArguments.NAMES.stream(), Stream.of(SECRET)).toList();

    static Settings of(String[] arguments, Map<String, String> environment) {
        Settings settings = new Settings(new HashMap<>(), environment);
        Arrays.stream(arguments).filter(Settings::isOwn).forEach(settings::addArgument);
        VariableNames.check(environment, ALL);
        return settings;
    }

    static boolean isOwn(String argument) {
        return Objects.requireNonNull(argument, "each of args must not be null").startsWith(PREFIX);
    }

    /** Returns these as if one had not been set. */
    Settings without(String name) {
        Settings others = new Settings(new HashMap<>(arguments), new HashMap<>(environment));
        others.arguments.remove(name);
        others.environment.remove(VariableNames.of(name));
        return others;
    }

    /** Returns the environment as if the arguments had been set there. */
    Map<String, String> asEnvironment() {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(argumentsAsVariables());
        return all;
    }

    /** Returns the arguments as they would be set in the environment. */
    Map<String, String> argumentsAsVariables() {
        Map<String, String> all = new HashMap<>();
        arguments.forEach((name, value) -> all.put(VariableNames.of(name), value));
        return all;
    }

    private void addArgument(String argument) {
        int equals = argument.indexOf('=');
        String name = argument.substring(PREFIX.length(), equals < 0 ? argument.length() : equals);
        if (name.equals(SECRET)) {
            throw new IllegalArgumentException(
                    "--tutti-secret would show the secret to all users of this host; set TUTTI_SECRET_FILE or"
                            + " TUTTI_SECRET instead");
        }
        if (!JobArguments.NAMES.contains(name)) {
            List<String> near = Suggestion.nearest(name, JobArguments.NAMES).stream()
                    .map(known -> PREFIX + known)
                    .toList();
            throw new IllegalArgumentException("unknown argument: %s; known are %s, each with =value%s"
                    .formatted(argument, new TreeSet<>(JobArguments.NAMES), Suggestion.text(near)));
        }
        if (equals < 0) {
            throw new IllegalArgumentException(
                    "argument without a value: %s; write %s=value".formatted(argument, argument));
        }
        arguments.put(name, argument.substring(equals + 1));
    }

    @Nullable
    String text(String name) {
        String argument = arguments.get(name);
        return argument != null ? argument : environment.get(VariableNames.of(name));
    }

    int number(String name, int byDefault, int least, int most) {
        return Math.toIntExact(number(name, (long) byDefault, least, most));
    }

    int number(String name, int byDefault, int least) {
        return number(name, byDefault, least, Integer.MAX_VALUE);
    }

    long number(String name, long byDefault, long least, long most) {
        String text = text(name);
        if (text == null) {
            return byDefault;
        }
        try {
            long number = Long.parseLong(text.trim());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("%s must be a whole number of at least %d and at most %d: got=%s"
                .formatted(said(name), least, most, text));
    }

    /** Looks up a constant of an enum, which users write in lower case and with hyphens. */
    <E extends Enum<E>> E oneOf(String name, E byDefault) {
        String text = text(name);
        if (text == null) {
            return byDefault;
        }
        E[] all = byDefault.getDeclaringClass().getEnumConstants();
        return Arrays.stream(all)
                .filter(constant -> userName(constant).equals(text.trim()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s must be one of %s: got=%s"
                        .formatted(
                                said(name),
                                Arrays.stream(all).map(Settings::userName).toList(),
                                text)));
    }

    /** Returns how users write a constant of an enum. */
    static String userName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Duration duration(String name, Duration byDefault) {
        String text = text(name);
        if (text == null) {
            return byDefault;
        }
        try {
            Duration duration =
                    text.startsWith("P") ? Duration.parse(text) : Duration.ofSeconds(Long.parseLong(text.trim()));
            if (duration.isPositive() && duration.compareTo(JobArguments.LONGEST) <= 0) {
                return duration;
            }
        } catch (NumberFormatException | DateTimeParseException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "%s must be a number of seconds, or a duration as PT1M30S, up to %d days: got=%s"
                        .formatted(said(name), JobArguments.LONGEST.toDays(), text));
    }

    /** Names a setting as the user did. */
    String said(String name) {
        return arguments.containsKey(name) ? PREFIX + name : VariableNames.of(name);
    }
}
