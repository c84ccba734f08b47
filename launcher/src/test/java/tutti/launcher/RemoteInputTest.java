package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The input of a JVM on another host. */
class RemoteInputTest {
    private final CountDownLatch gone = new CountDownLatch(1);

    @Test
    void shouldHaveTheLaunchersInputAndItsEnd() throws Exception {
        PipedOutputStream pipe = new PipedOutputStream();
        InputStream input = RemoteInput.of(new PipedInputStream(pipe), gone::countDown);
        DataOutputStream launcher = new DataOutputStream(pipe);
        RemoteInput.write(launcher, new byte[] {1, -1, 3}, 2);
        RemoteInput.write(launcher, new byte[] {7}, 1);
        RemoteInput.write(launcher, new byte[0], 0);

        assertThat(input.read()).isEqualTo(1);
        assertThat(input.readAllBytes()).containsExactly(-1, 7);
        assertThat(input.read()).isEqualTo(-1);
        assertThat(gone.getCount()).isEqualTo(1);
        launcher.close();
        gone.await();
    }

    @Test
    void shouldNoticeThatTheLauncherIsGoneWhileNobodyReads() throws Exception {
        PipedOutputStream pipe = new PipedOutputStream();
        InputStream input = RemoteInput.of(new PipedInputStream(pipe), gone::countDown);
        RemoteInput.write(new DataOutputStream(pipe), new byte[] {1}, 1);
        pipe.close();
        gone.await();

        assertThat(input.available()).isEqualTo(1);
    }
}
