package tutti.jgf.section2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class IdeaTest {

    /** The example of the cipher's inventors: key words 1 to 8, text words 0 to 3. */
    @Test
    void shouldEncryptAsPublished() {
        Idea idea = Idea.withKey(new short[] {1, 2, 3, 4, 5, 6, 7, 8});
        byte[] encrypted = new byte[8];
        idea.encrypt(bytes(0, 1, 2, 3), encrypted);
        assertThat(encrypted).isEqualTo(bytes(0x11FB, 0xED2B, 0x0198, 0x6DE5));
    }

    @Test
    void shouldDecryptWithEveryKey() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            short[] key = new short[Idea.KEY_WORDS];
            for (int word = 0; word < key.length; word++) {
                key[word] = (short) (random.nextInt(4) == 0 ? 0 : random.nextInt()); // 0 stands for 65536
            }
            Idea idea = Idea.withKey(key);
            byte[] plain = new byte[64];
            random.nextBytes(plain);
            byte[] encrypted = new byte[plain.length];
            byte[] decrypted = new byte[plain.length];
            idea.encrypt(plain, encrypted);
            idea.decrypt(encrypted, decrypted);
            assertThat(decrypted).isEqualTo(plain);
        }
    }

    private static byte[] bytes(int... words) {
        byte[] bytes = new byte[2 * words.length];
        for (int i = 0; i < words.length; i++) {
            bytes[2 * i] = (byte) words[i];
            bytes[2 * i + 1] = (byte) (words[i] >>> 8);
        }
        return bytes;
    }
}
