package tutti.messaging.config;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the processes of one job know and no other does.
 *
 * <p>It never travels: caller and answerer prove that they know it. Its text is shown by no exception or log, and by no
 * method but {@link #handTo}.
 */
public final class Secret {
    /** Least length of a secret's text: 128 bits, when it is random and hexadecimal. */
    static final int MIN_CHARACTERS = 32;

    private static final int RANDOM_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final char SEPARATOR = '\n'; // in no part of what is proved

    private final byte[] key;

    private Secret(String text) {
        key = text.getBytes(UTF_8);
    }

    /**
     * Takes a secret that was made elsewhere; space around it does not count.
     *
     * @throws IllegalArgumentException if it is shorter than 32 characters; it is not shown
     */
    public static Secret of(String text) {
        String stripped = text.strip();
        if (stripped.length() < MIN_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the job's secret is too short: characters=%d least=%d; take random ones, as of: openssl rand -hex 32"
                            .formatted(stripped.length(), MIN_CHARACTERS));
        }
        return new Secret(stripped);
    }

    /** Makes a secret of 256 random bits. */
    public static Secret random() {
        return new Secret(randomText());
    }

    public static String randomText() {
        return randomText(RANDOM_BYTES);
    }

    /** Returns so many random bytes as text. */
    public static String randomText(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Hands it to a process that this one starts, in the environment of that. */
    public void handTo(Map<String, String> environment) {
        environment.put("TUTTI_SECRET", new String(key, UTF_8));
    }

    /** Returns what only those can say of some words, none of which has a line break, who know the secret. */
    public String proof(String... words) {
        return HexFormat.of().formatHex(bytesFor(String.join(String.valueOf(SEPARATOR), words)));
    }

    /** Returns whether somebody else has said the right proof; takes the same time however much of it is right. */
    public boolean isProof(String said, String... words) {
        return MessageDigest.isEqual(said.getBytes(US_ASCII), proof(words).getBytes(US_ASCII));
    }

    /** Returns 32 bytes for one purpose, which tell nothing of the secret or of those for another. */
    byte[] bytesFor(String purpose) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(purpose.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " is in every Java", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(key, secret.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytesFor("hash code"));
    }

    @Override
    public String toString() {
        return "hidden";
    }
}
