package tutti.messaging.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.messaging.JoinException;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.Together.Background;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.serialization.codec.ObjectCodec;

/** Who has the job's secret is let in, and no other; it is shown to no one. */
class SecretTest {
    private static final String TEXT = "0123456789abcdef0123456789ABCDEF";

    @TempDir
    private Path folder;

    @Test
    void shouldKeepFilesForTheirOwner() throws IOException {
        Path file = SecretFile.createTemporary();
        try {
            assertThat(permissions(file)).isEqualTo("rw-------");
            assertThat(Files.readString(file).strip()).matches("[0-9a-f]{64}");
            assertThat(SecretFile.read(file)).isEqualTo(Secret.of(Files.readString(file)));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void shouldRefuseAFileThatOthersCanOpen() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), TEXT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        assertThatIOException()
                .isThrownBy(() -> SecretFile.read(file))
                .withMessageContainingAll("file=" + file, "permissions=rw-r-----", "chmod 600")
                .withMessageNotContaining(TEXT);
    }

    @Test
    void shouldRefuseAShortSecretWithoutShowingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Secret.of(" too short \n"))
                .withMessageContainingAll("characters=9", "least=32", "openssl rand")
                .withMessageNotContaining("too short \n");
    }

    @Test
    void shouldGiveAllProcessesOfAUserTheSameSecret() throws IOException {
        List<Secret> secrets = Together.all(IntStream.range(0, 8)
                .<Callable<Secret>>mapToObj(i -> () -> SecretFile.ofUser(folder))
                .toList());

        assertThat(secrets).containsOnly(SecretFile.ofUser(folder));
        assertThat(permissions(folder.resolve(".tutti"))).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(folder.resolve(".tutti"))) {
            assertThat(files)
                    .singleElement()
                    .extracting(SecretTest::permissions)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void shouldShowNothing() {
        Secret secret = Secret.of(TEXT);
        Job job = Job.of(0, 2, "localhost", 1).withSecret(secret);

        assertThat(job.toString()).contains("secret=hidden").doesNotContain(TEXT);
        assertThat(secret.proof("a", "b")).hasSize(64).doesNotContain(TEXT);
    }

    @Test
    void shouldProveOneThingOnly() {
        Secret secret = Secret.of(TEXT);
        String proof = secret.proof("call", "1", "0");

        assertThat(Secret.of(TEXT + "\n").isProof(proof, "call", "1", "0")).isTrue();
        assertThat(secret.isProof(proof, "answer", "1", "0")).isFalse();
        assertThat(secret.isProof(proof, "call", "0", "1")).isFalse();
        assertThat(secret.isProof("", "call", "1", "0")).isFalse();
        assertThat(Secret.random().isProof(proof, "call", "1", "0")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"ON", "OFF"})
    void shouldSayAtOnceThatSecretsDiffer(TlsChoice tls) {
        int port = Processes.freePort();
        Job zero = Job.of(0, 2, "localhost", port).withTls(tls).withSecret(Secret.random());
        Job one = Job.of(1, 2, "localhost", port).withTls(tls);
        Background<ProcessRuntime> joining = join(zero);
        long begin = System.nanoTime();

        assertThatThrownBy(() -> ProcessRuntime.join(one.withSecret(Secret.of(TEXT)), new ObjectCodec()))
                .isInstanceOf(JoinException.class)
                .hasMessageContainingAll("process=1", "process=0", "TUTTI_SECRET_FILE")
                .hasMessageNotContaining(TEXT);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Job.DEFAULT_JOIN_TIMEOUT.dividedBy(2));
        try (ProcessRuntime right = ProcessRuntime.join(one.withSecret(zero.secret()), new ObjectCodec());
                ProcessRuntime other = joining.get()) {
            assertThat(right.processes()).as("the job is unharmed").isEqualTo(other.processes());
        }
    }

    @Test
    void shouldSayThatOnlyOneEncrypts() {
        for (TlsChoice ofZero : List.of(TlsChoice.ON, TlsChoice.OFF)) {
            int port = Processes.freePort();
            Job zero = Job.of(0, 2, "localhost", port).withTls(ofZero);
            Job one = Job.of(1, 2, "localhost", port);
            TlsChoice other = ofZero == TlsChoice.ON ? TlsChoice.OFF : TlsChoice.ON;
            Background<ProcessRuntime> joining = join(zero);

            assertThatThrownBy(() -> ProcessRuntime.join(one.withTls(other), new ObjectCodec()))
                    .isInstanceOf(JoinException.class)
                    .hasMessageContainingAll("process=1", "process=0", "TUTTI_TLS");
            assertThat(joining.outcome().failure())
                    .as("process 0 is told the same")
                    .isInstanceOf(JoinException.class)
                    .hasMessageContainingAll("process=1", "process=0", "TUTTI_TLS");
        }
    }

    @Test
    void shouldNotRunOverHostsWithoutASecret() {
        assertThatThrownBy(() -> ProcessRuntime.join(Job.of(0, 2, "192.0.2.1", 1), new ObjectCodec()))
                .isInstanceOf(JoinException.class)
                .hasMessageContainingAll("process=0", "master=192.0.2.1", "TUTTI_SECRET_FILE");
    }

    private static Background<ProcessRuntime> join(Job job) {
        return Background.start("process-" + job.process(), () -> ProcessRuntime.join(job, new ObjectCodec()));
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
