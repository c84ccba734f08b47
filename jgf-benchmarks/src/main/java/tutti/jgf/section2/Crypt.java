package tutti.jgf.section2;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteMember;
import tutti.jgf.suite.Timer;
import tutti.serialization.DirectBuffer;

/**
 * IDEA: N bytes are encrypted and decrypted again.
 *
 * <p>Rank 0 hands out blocks of the text, members encrypt and decrypt theirs, and rank 0 collects both results. The
 * timer runs for all of that.
 */
public final class Crypt extends Kernel {
    private static final long KEY_SEED = 136506717;
    private static final double BYTES_PER_KBYTE = 1000;

    @Override
    public String name() {
        return "Crypt";
    }

    private static int length(Size size) {
        return switch (size) {
            case A -> 3_000_000;
            case B -> 20_000_000;
            case C -> 50_000_000;
        };
    }

    @Override
    public @Nullable Outcome run(SuiteMember member) {
        return run(member, length(member.settings().size()));
    }

    /** Runs with a text of whole blocks. */
    static @Nullable Outcome run(SuiteMember member, int length) {
        ColGroup group = member.group();
        Idea idea = Idea.withKey(userKey());
        Blocks blocks = blocks(length, member.members());
        byte[] mine = new byte[(int) blocks.count(member.rank())];
        byte[] mineEncrypted = new byte[mine.length];
        byte[] mineDecrypted = new byte[mine.length];
        boolean isRoot = member.rank() == 0;
        byte[] plain = isRoot ? text(length) : new byte[0];
        byte[] encrypted = new byte[plain.length];
        byte[] decrypted = new byte[plain.length];
        Timer timer = member.newTimer();

        timer.start();
        member.scatter(group, DirectBuffer.of(plain), blocks, DirectBuffer.of(mine), 0);
        idea.encrypt(mine, mineEncrypted);
        idea.decrypt(mineEncrypted, mineDecrypted);
        member.gather(group, DirectBuffer.of(mineEncrypted), DirectBuffer.of(encrypted), blocks, 0);
        member.gather(group, DirectBuffer.of(mineDecrypted), DirectBuffer.of(decrypted), blocks, 0);
        timer.stop();

        return isRoot
                ? Outcome.of(
                        timing("Kbyte", 2 * length / BYTES_PER_KBYTE, timer.seconds()),
                        List.of(
                                new Check("decrypted bytes that differ", 0, differences(plain, decrypted), 0),
                                new Check("text is encrypted", 1, Arrays.equals(plain, encrypted) ? 0 : 1, 0)))
                : null;
    }

    private static short[] userKey() {
        Random random = new Random(KEY_SEED);
        short[] key = new short[Idea.KEY_WORDS];
        for (int i = 0; i < key.length; i++) {
            key[i] = (short) random.nextInt();
        }
        return key;
    }

    private static Blocks blocks(int length, int members) {
        Partition blocks = new Partition(length / Idea.BLOCK_BYTES, members);
        long[] counts = new long[members];
        Arrays.setAll(counts, rank -> (long) Idea.BLOCK_BYTES * blocks.size(rank));
        return Blocks.of(counts);
    }

    private static byte[] text(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) i;
        }
        return text;
    }

    private static int differences(byte[] expected, byte[] actual) {
        int differences = 0;
        for (int i = 0; i < expected.length; i++) {
            differences += expected[i] == actual[i] ? 0 : 1;
        }
        return differences;
    }
}
