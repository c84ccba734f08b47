package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ErrorExcerptTest {
    private final ErrorExcerpt excerpt = new ErrorExcerpt();

    @Test
    void shouldKeepFewLinesWithoutAnException() {
        read("1\n2\n3\n4\n5");
        assertThat(excerpt.lines()).containsExactly("1", "2", "3", "4", "5");
        read("6");
        assertThat(excerpt.lines()).isEmpty();
        assertThat(excerpt.blamesAnother()).isFalse();
        assertThat(excerpt.hasOwnFailure()).isFalse();
    }

    @Test
    void shouldPreferTheUncaughtException() {
        read("""
            java.io.IOException: tried again
            \tat a.B.c(B.java:1)
            a log line
            Exception in thread "main" Boom: message
            of two lines
            \tat a.B.d(B.java:2)
            \tat a.B.d(B.java:3)
            \tat a.B.d(B.java:4)
            \tat a.B.d(B.java:5)
            Caused by: java.io.EOFException
            \tat a.B.e(B.java:6)
            \t... 3 more
            bye
            java.io.IOException: at the end
            """);
        assertThat(excerpt.lines())
                .containsExactly(
                        "Exception in thread \"main\" Boom: message",
                        "of two lines",
                        "\tat a.B.d(B.java:2)",
                        "\tat a.B.d(B.java:3)",
                        "\tat a.B.d(B.java:4)",
                        "Caused by: java.io.EOFException",
                        "\tat a.B.e(B.java:6)");
        assertThat(excerpt.hasOwnFailure()).isTrue();
    }

    @Test
    void shouldPreferTheExceptionThatBlamesNobodyElse() {
        read("""
            Exception in thread "main" tutti.messaging.MemberFailedException: rank=1 failed
            \tat a.B.c(B.java:1)
            Exception in thread "member-1" java.lang.Error: mine
            \tat a.B.c(B.java:2)
            Exception in thread "member-2" java.lang.Error: later
            """);
        assertThat(excerpt.lines().getFirst()).isEqualTo("Exception in thread \"member-1\" java.lang.Error: mine");
        assertThat(excerpt.blamesAnother()).isFalse();
    }

    @Test
    void shouldTellThatAnotherProcessFailed() {
        read("Exception in thread \"main\" tutti.messaging.MemberFailedException: rank=1 failed");
        assertThat(excerpt.blamesAnother()).isTrue();
        assertThat(excerpt.hasOwnFailure()).isFalse();
    }

    @Test
    void shouldTellAMembersOwnFailureByItsCause() {
        read("""
            Exception in thread "main" tutti.messaging.MemberFailedException: member failed: java.lang.Error: mine
            \tat a.B.c(B.java:1)
            Caused by: java.lang.Error: mine
            \tat a.B.c(B.java:2)
            """);
        assertThat(excerpt.blamesAnother()).isFalse();
        assertThat(excerpt.hasOwnFailure()).isTrue();
    }

    @Test
    void shouldNotTakeAnotherMembersStackTraceForItsOwn() {
        read("""
            Exception in thread "main" tutti.messaging.MemberFailedException: member failed: java.lang.Error: its
            \tat a.B.c(B.java:2)
            Caused by: tutti.messaging.RemoteCause: java.lang.Error: its
            \tat a.B.c(B.java:1)
            Caused by: tutti.messaging.RemoteCause: java.io.IOException: lost
            """);
        assertThat(excerpt.blamesAnother()).isTrue();
        assertThat(excerpt.hasOwnFailure()).isFalse();
    }

    @Test
    void shouldTellThatACallFailedInAnotherMember() {
        read("""
            Exception in thread "main" tutti.messaging.MemberFailedException: member failed: rank=1
            \tat a.B.c(B.java:2)
            Caused by: tutti.collectives.CallFailedException: call failed in another member: here rank=1; rank=0
            \tat a.B.c(B.java:1)
            """);
        assertThat(excerpt.blamesAnother()).isTrue();
        assertThat(excerpt.hasOwnFailure()).isFalse();
    }

    @Test
    void shouldTakeTheLastPrintedException() {
        read("java.io.IOException: tried again\nwell\njava.io.UncheckedIOException: gave up\n\tat a.B.c(B.java:1)");
        assertThat(excerpt.lines()).containsExactly("java.io.UncheckedIOException: gave up", "\tat a.B.c(B.java:1)");
    }

    @Test
    void shouldKeepWhyAProcessEndedBecauseOfAnother() {
        assertThat(excerpt.test("tutti: also ended: member failed: rank=1")).isFalse();
        assertThat(excerpt.test("bye")).isTrue();
        BitSet returned = new BitSet();
        returned.set(3);
        returned.set(5, 105);
        assertThat(excerpt.returned().isEmpty()).isTrue();
        assertThat(AlsoEnded.linesOfReturned(returned))
                .hasSize(3)
                .allSatisfy(line -> assertThat(excerpt.test(line)).isFalse());
        assertThat(excerpt.returned()).isEqualTo(returned);
        assertThat(excerpt.alsoEnded()).isEqualTo("member failed: rank=1");
        assertThat(excerpt.lines()).isEmpty();
        assertThat(excerpt.blamesAnother()).isTrue();
        read("Exception in thread \"member-1\" java.lang.Error: mine");
        assertThat(excerpt.lines()).hasSize(1);
        assertThat(excerpt.blamesAnother()).isFalse();
    }

    private void read(String text) {
        text.lines().forEach(excerpt::test);
    }
}
